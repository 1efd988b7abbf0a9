//! `$divide`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/divide/>.

use super::super::prelude::*;
use crate::error::SlotEngineError;

pub(super) const OPERATOR: Operator = operator(
    "$divide",
    "Divides one number by another; the result is a double or a decimal.",
    (r#"{"hours": 80}"#, r#"{"$divide": ["$hours", 8]}"#, "10.0"),
    Compile::Binary(apply),
);

fn apply<'a>(left: Value<'a>, right: Value<'a>) -> Result<Value<'a>> {
    let (Some(a), Some(b)) = (left.as_number(), right.as_number()) else {
        if left.is_nullish() || right.is_nullish() {
            return Ok(Value::Null);
        }
        return Err(Error::type_mismatch(format!(
            "$divide only supports numeric types, not {} and {}",
            type_name(left.tag()),
            type_name(right.tag())
        )));
    };
    if b.is_zero() {
        return Err(Error::bad_value("can't $divide by zero").or_by_slots(SlotEngineError::Divide));
    }
    Ok(match (a, b) {
        (Number::Decimal(_), _) | (_, Number::Decimal(_)) => Value::Decimal(a.to_decimal() / b.to_decimal()),
        _ => Value::Double(a.to_f64() / b.to_f64()),
    })
}
