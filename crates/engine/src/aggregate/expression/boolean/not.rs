//! `$not`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/not/>.

use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$not",
    "The opposite truth value.",
    (r#"{"qty": 300}"#, r#"{"$not": [{"$gt": ["$qty", 250]}]}"#, "false"),
    Compile::Unary(apply),
);

fn apply(value: Value<'_>) -> Result<Value<'_>> {
    Ok(Value::Bool(!value.truthy()))
}
