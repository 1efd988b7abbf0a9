//! `$sinh`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/sinh/>.

use super::super::prelude::*;
use super::{EVERYWHERE, apply};

pub(super) const OPERATOR: Operator = operator(
    "$sinh",
    "The hyperbolic sine.",
    (r#"{"a": 0}"#, r#"{"$sinh": "$a"}"#, "0.0"),
    Compile::Unary(|value| apply("$sinh", EVERYWHERE, Function::Sinh, &value)),
);
