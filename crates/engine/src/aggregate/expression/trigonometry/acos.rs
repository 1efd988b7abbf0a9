//! `$acos`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/acos/>.

use super::super::prelude::*;
use super::{Domain, apply};

pub(super) const OPERATOR: Operator = operator(
    "$acos",
    "The angle in radians with this cosine.",
    (r#"{"a": 1}"#, r#"{"$acos": "$a"}"#, "0.0"),
    Compile::Unary(|value| {
        apply("$acos", Domain { low: -1.0, high: 1.0, inclusive: true }, Function::Acos, &value)
    }),
);
