//! `$trim`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/trim/>.

use super::super::prelude::*;
use super::trimming::{Ends, parse, trim};

pub(super) const OPERATOR: Operator = operator(
    "$trim",
    "A string without white space, or other characters, at both ends.",
    (r#"{"a": "  x "}"#, r#"{"$trim": {"input": "$a"}}"#, r#""x""#),
    Compile::Custom(|argument, context| {
        parse("$trim", |values| trim("$trim", Ends::Both, values), argument, context)
    }),
)
.explained(|operands| operands.expressions(&["input", "chars"]));
