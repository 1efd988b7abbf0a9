//! `$subtract`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/subtract/>.

use super::super::prelude::*;
use super::add::whole_millis;

pub(super) const OPERATOR: Operator = operator(
    "$subtract",
    "The difference of two numbers, of two dates in milliseconds, or a date minus milliseconds.",
    (r#"{"price": 10, "discount": 3}"#, r#"{"$subtract": ["$price", "$discount"]}"#, "7"),
    Compile::Binary(apply),
);

fn apply<'a>(left: Value<'a>, right: Value<'a>) -> Result<Value<'a>> {
    let overflow = || Error::new(ErrorCode::OVERFLOW, "date overflow in $subtract");
    if left.is_nullish() || right.is_nullish() {
        return Ok(Value::Null);
    }
    match (&left, &right, left.as_number(), right.as_number()) {
        (.., Some(a), Some(b)) => {
            Ok(a.checked_sub(b).unwrap_or_else(|| Number::Double(a.to_f64() - b.to_f64())).into())
        }
        (Value::Date(a), Value::Date(b), ..) => a.checked_sub(*b).map(Value::Int64).ok_or_else(overflow),
        (Value::Date(a), _, _, Some(b)) => {
            // Rounded like the operands that `$add` adds to a date.
            let moved = whole_millis(b).and_then(|b| a.checked_sub(b));
            moved.map(Value::Date).ok_or_else(overflow)
        }
        _ => Err(Error::type_mismatch(format!(
            "can't $subtract {} from {}",
            type_name(right.tag()),
            type_name(left.tag())
        ))),
    }
}
