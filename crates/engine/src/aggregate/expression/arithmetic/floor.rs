//! `$floor`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/floor/>.

use crate::value::RoundingMode;

use super::{super::prelude::*, number};

pub(super) const OPERATOR: Operator = operator(
    "$floor",
    "The greatest whole number not above a number.",
    ("{}", r#"{"$floor": 7.8}"#, "7.0"),
    Compile::Unary(apply),
);

fn apply(value: Value<'_>) -> Result<Value<'_>> {
    Ok(match number("$floor", &value)? {
        None => Value::Null,
        Some(Number::Double(n)) => Value::Double(n.floor()),
        Some(Number::Decimal(n)) => Value::Decimal(n.quantize(Decimal::from_i64(1), RoundingMode::Downward)),
        Some(integer) => integer.into(),
    })
}
