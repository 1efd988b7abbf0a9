//! `$asin`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/asin/>.

use super::super::prelude::*;
use super::{Domain, apply};

pub(super) const OPERATOR: Operator = operator(
    "$asin",
    "The angle in radians with this sine.",
    (r#"{"a": 0}"#, r#"{"$asin": "$a"}"#, "0.0"),
    Compile::Unary(|value| {
        apply("$asin", Domain { low: -1.0, high: 1.0, inclusive: true }, Function::Asin, &value)
    }),
);
