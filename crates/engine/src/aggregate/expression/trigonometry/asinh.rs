//! `$asinh`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/asinh/>.

use super::super::prelude::*;
use super::{EVERYWHERE, apply};

pub(super) const OPERATOR: Operator = operator(
    "$asinh",
    "The inverse hyperbolic sine.",
    (r#"{"a": 0}"#, r#"{"$asinh": "$a"}"#, "0.0"),
    Compile::Unary(|value| apply("$asinh", EVERYWHERE, Function::Asinh, &value)),
);
