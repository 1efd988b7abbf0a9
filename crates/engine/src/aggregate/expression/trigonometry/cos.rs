//! `$cos`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/cos/>.

use super::super::prelude::*;
use super::{FINITE, apply};

pub(super) const OPERATOR: Operator = operator(
    "$cos",
    "The cosine of an angle in radians.",
    (r#"{"a": 0}"#, r#"{"$cos": "$a"}"#, "1.0"),
    Compile::Unary(|value| apply("$cos", FINITE, Function::Cos, &value)),
);
