//! `$atan`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/atan/>.

use super::super::prelude::*;
use super::{EVERYWHERE, apply};

pub(super) const OPERATOR: Operator = operator(
    "$atan",
    "The angle in radians with this tangent.",
    (r#"{"a": 0}"#, r#"{"$atan": "$a"}"#, "0.0"),
    Compile::Unary(|value| apply("$atan", EVERYWHERE, Function::Atan, &value)),
);
