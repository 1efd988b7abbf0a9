//! `$tanh`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/tanh/>.

use super::super::prelude::*;
use super::{EVERYWHERE, apply};

pub(super) const OPERATOR: Operator = operator(
    "$tanh",
    "The hyperbolic tangent.",
    (r#"{"a": 0}"#, r#"{"$tanh": "$a"}"#, "0.0"),
    Compile::Unary(|value| apply("$tanh", EVERYWHERE, Function::Tanh, &value)),
);
