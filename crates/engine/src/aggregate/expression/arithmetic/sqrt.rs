//! `$sqrt`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/sqrt/>.

use super::{super::prelude::*, number};

pub(super) const OPERATOR: Operator = operator(
    "$sqrt",
    "The square root of a number.",
    ("{}", r#"{"$sqrt": 25}"#, "5.0"),
    Compile::Unary(apply),
);

fn apply(value: Value<'_>) -> Result<Value<'_>> {
    let Some(n) = number("$sqrt", &value)? else {
        return Ok(Value::Null);
    };
    if n.compare(Number::Int32(0)).is_lt() && !n.is_nan() {
        return Err(Error::new(28714, "$sqrt's argument must be greater than or equal to 0"));
    }
    Ok(match n {
        Number::Decimal(n) => Value::Decimal(n.sqrt()),
        n => Value::Double(n.to_f64().sqrt()),
    })
}
