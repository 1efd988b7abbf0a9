//! `$tan`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/tan/>.

use super::super::prelude::*;
use super::{FINITE, apply};

pub(super) const OPERATOR: Operator = operator(
    "$tan",
    "The tangent of an angle in radians.",
    (r#"{"a": 0}"#, r#"{"$tan": "$a"}"#, "0.0"),
    Compile::Unary(|value| apply("$tan", FINITE, Function::Tan, &value)),
);
