//! `$ltrim`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/ltrim/>.

use super::super::prelude::*;
use super::trimming::{Ends, parse, trim};

pub(super) const OPERATOR: Operator = operator(
    "$ltrim",
    "A string without white space, or other characters, at the beginning.",
    (r#"{"a": "  x"}"#, r#"{"$ltrim": {"input": "$a"}}"#, r#""x""#),
    Compile::Custom(|argument, context| {
        parse("$ltrim", |values| trim("$ltrim", Ends::Left, values), argument, context)
    }),
)
.explained(|operands| operands.expressions(&["input", "chars"]));
