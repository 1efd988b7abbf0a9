//! `$isNumber`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/isNumber/>.

use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$isNumber",
    "Whether a value is a number of any type.",
    (r#"{"a": 1.5}"#, r#"{"$isNumber": "$a"}"#, "true"),
    Compile::Unary(|value| Ok(Value::Bool(value.as_number().is_some()))),
);
