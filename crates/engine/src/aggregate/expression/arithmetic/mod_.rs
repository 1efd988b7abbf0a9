//! `$mod`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/mod/>.

use super::super::prelude::*;
use crate::error::SlotEngineError;

pub(super) const OPERATOR: Operator = operator(
    "$mod",
    "The remainder of dividing one number by another, with the sign of the dividend.",
    (r#"{"hours": 80}"#, r#"{"$mod": ["$hours", 7]}"#, "3"),
    Compile::Binary(apply),
);

fn apply<'a>(left: Value<'a>, right: Value<'a>) -> Result<Value<'a>> {
    let (Some(a), Some(b)) = (left.as_number(), right.as_number()) else {
        if left.is_nullish() || right.is_nullish() {
            return Ok(Value::Null);
        }
        return Err(Error::new(
            16611,
            format!(
                "$mod only supports numeric types, not {} and {}",
                type_name(left.tag()),
                type_name(right.tag())
            ),
        ));
    };
    let decimal = [a, b].iter().any(|number| matches!(number, Number::Decimal(_)));
    if b.is_zero() {
        let fault = |code| Error::new(code, "can't $mod by zero");
        return Err(if decimal { fault(5733415) } else { fault(16610).or_by_slots(SlotEngineError::Mod) });
    }
    Ok(match (a, b) {
        _ if decimal => Value::Decimal(a.to_decimal() % b.to_decimal()),
        (Number::Int32(a), Number::Int32(b)) => Value::Int32(a.wrapping_rem(b)),
        _ => match (a.integer(), b.integer()) {
            (Some(a), Some(b)) => Value::Int64(a.wrapping_rem(b)),
            _ => Value::Double(a.to_f64() % b.to_f64()),
        },
    })
}
