//! `$rtrim`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/rtrim/>.

use super::super::prelude::*;
use super::trimming::{Ends, parse, trim};

pub(super) const OPERATOR: Operator = operator(
    "$rtrim",
    "A string without white space, or other characters, at the end.",
    (r#"{"a": "x  "}"#, r#"{"$rtrim": {"input": "$a"}}"#, r#""x""#),
    Compile::Custom(|argument, context| {
        parse("$rtrim", |values| trim("$rtrim", Ends::Right, values), argument, context)
    }),
)
.explained(|operands| operands.expressions(&["input", "chars"]));
