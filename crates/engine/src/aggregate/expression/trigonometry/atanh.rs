//! `$atanh`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/atanh/>.

use super::super::prelude::*;
use super::{Domain, apply};

pub(super) const OPERATOR: Operator = operator(
    "$atanh",
    "The inverse hyperbolic tangent.",
    (r#"{"a": 0}"#, r#"{"$atanh": "$a"}"#, "0.0"),
    Compile::Unary(|value| {
        apply("$atanh", Domain { low: -1.0, high: 1.0, inclusive: true }, Function::Atanh, &value)
    }),
);
