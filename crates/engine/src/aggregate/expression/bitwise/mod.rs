//! Bitwise operators
//! (<https://www.mongodb.com/docs/manual/reference/operator/aggregation/#bitwise-operators>).

mod bit_and;
mod bit_not;
mod bit_or;
mod bit_xor;

use super::prelude::*;

pub(super) const TABLE: &[Operator] =
    &[bit_and::OPERATOR, bit_not::OPERATOR, bit_or::OPERATOR, bit_xor::OPERATOR];

/// Combines integers; the result has 64 bits if an operand does.
pub(super) fn combine<'a>(
    name: &str,
    start: i64,
    function: fn(i64, i64) -> i64,
    values: &[Value<'_>],
) -> Result<Value<'a>> {
    let mut result = start;
    let mut wide = false;
    for value in values {
        match value {
            Value::Int32(n) => result = function(result, i64::from(*n)),
            Value::Int64(n) => {
                result = function(result, *n);
                wide = true;
            }
            value if value.is_nullish() => return Ok(Value::Null),
            _ => return Err(Error::type_mismatch(format!("{name} only supports int and long operands."))),
        }
    }
    // If all operands fit in 32 bits, so does the result.
    Ok(if wide { Value::Int64(result) } else { Value::Int32(result as i32) })
}
