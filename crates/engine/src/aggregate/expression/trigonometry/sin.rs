//! `$sin`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/sin/>.

use super::super::prelude::*;
use super::{FINITE, apply};

pub(super) const OPERATOR: Operator = operator(
    "$sin",
    "The sine of an angle in radians.",
    (r#"{"a": 0}"#, r#"{"$sin": "$a"}"#, "0.0"),
    Compile::Unary(|value| apply("$sin", FINITE, Function::Sin, &value)),
);
