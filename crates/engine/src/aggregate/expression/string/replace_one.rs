//! `$replaceOne`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/replaceOne/>.

use super::super::prelude::*;
use super::replace;

pub(super) const OPERATOR: Operator = operator(
    "$replaceOne",
    "A string with the first occurrence of a part replaced.",
    (
        r#"{"a": "x-y-z"}"#,
        r#"{"$replaceOne": {"input": "$a", "find": "-", "replacement": "+"}}"#,
        r#""x+y-z""#,
    ),
    Compile::Custom(|argument, context| replace::parse("$replaceOne", false, argument, context)),
)
.explained(|operands| operands.expressions(&["input", "find", "replacement"]));
