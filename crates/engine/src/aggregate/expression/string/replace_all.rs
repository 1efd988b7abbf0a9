//! `$replaceAll`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/replaceAll/>.

use super::super::prelude::*;
use super::replace;

pub(super) const OPERATOR: Operator = operator(
    "$replaceAll",
    "A string with every occurrence of a part replaced.",
    (
        r#"{"a": "x-y-z"}"#,
        r#"{"$replaceAll": {"input": "$a", "find": "-", "replacement": "+"}}"#,
        r#""x+y+z""#,
    ),
    Compile::Custom(|argument, context| replace::parse("$replaceAll", true, argument, context)),
)
.explained(|operands| operands.expressions(&["input", "find", "replacement"]));
