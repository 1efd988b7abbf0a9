//! `$abs`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/abs/>.

use super::{super::prelude::*, number};

pub(super) const OPERATOR: Operator = operator(
    "$abs",
    "The absolute value of a number.",
    (r#"{"a": 2, "b": 5}"#, r#"{"$abs": {"$subtract": ["$a", "$b"]}}"#, "3"),
    Compile::Unary(apply),
);

fn apply(value: Value<'_>) -> Result<Value<'_>> {
    let Some(number) = number("$abs", &value)? else {
        return Ok(Value::Null);
    };
    Ok(match number {
        // The absolute value of the least 32-bit integer needs 64 bits.
        Number::Int32(n) => Number::from_i64_narrow(i64::from(n).abs()).into(),
        Number::Int64(n) => match n.checked_abs() {
            Some(n) => Value::Int64(n),
            None => return Err(Error::new(28680, "can't take $abs of long long min")),
        },
        Number::Double(n) => Value::Double(n.abs()),
        Number::Decimal(n) => Value::Decimal(n.abs()),
    })
}
