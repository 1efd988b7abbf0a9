//! `$ceil`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/ceil/>.

use crate::value::RoundingMode;

use super::{super::prelude::*, number};

pub(super) const OPERATOR: Operator = operator(
    "$ceil",
    "The smallest whole number not below a number.",
    ("{}", r#"{"$ceil": 7.2}"#, "8.0"),
    Compile::Unary(apply),
);

fn apply(value: Value<'_>) -> Result<Value<'_>> {
    Ok(match number("$ceil", &value)? {
        None => Value::Null,
        Some(Number::Double(n)) => Value::Double(n.ceil()),
        Some(Number::Decimal(n)) => Value::Decimal(n.quantize(Decimal::from_i64(1), RoundingMode::Upward)),
        Some(integer) => integer.into(),
    })
}
