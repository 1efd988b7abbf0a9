//! `$cosh`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/cosh/>.

use super::super::prelude::*;
use super::{EVERYWHERE, apply};

pub(super) const OPERATOR: Operator = operator(
    "$cosh",
    "The hyperbolic cosine.",
    (r#"{"a": 0}"#, r#"{"$cosh": "$a"}"#, "1.0"),
    Compile::Unary(|value| apply("$cosh", EVERYWHERE, Function::Cosh, &value)),
);
