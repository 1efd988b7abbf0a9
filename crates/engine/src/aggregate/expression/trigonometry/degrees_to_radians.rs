//! `$degreesToRadians`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/degreesToRadians/>.

use super::super::prelude::*;
use super::scale;

pub(super) const OPERATOR: Operator = operator(
    "$degreesToRadians",
    "An angle in degrees as radians.",
    (r#"{"a": 180}"#, r#"{"$degreesToRadians": "$a"}"#, "3.141592653589793"),
    Compile::Unary(|value| {
        scale("$degreesToRadians", f64::to_radians, "0.01745329251994329576923690768488613", &value)
    }),
);
