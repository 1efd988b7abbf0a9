//! `$isArray`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/isArray/>.

use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$isArray",
    "True when the operand is an array.",
    (r#"{"tags": ["a"]}"#, r#"{"$isArray": "$tags"}"#, "true"),
    Compile::Unary(apply),
);

fn apply(value: Value<'_>) -> Result<Value<'_>> {
    Ok(Value::Bool(matches!(value, Value::Array(_))))
}
