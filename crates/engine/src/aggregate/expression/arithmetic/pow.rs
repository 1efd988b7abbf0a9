//! `$pow`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/pow/>.

use super::super::prelude::*;
use crate::value::power;

pub(super) const OPERATOR: Operator = operator(
    "$pow",
    "A number raised to an exponent; integers stay integers while the result fits.",
    ("{}", r#"{"$pow": [5, 2]}"#, "25"),
    Compile::Binary(apply),
);

fn apply<'a>(base: Value<'a>, exponent: Value<'a>) -> Result<Value<'a>> {
    if base.is_nullish() || exponent.is_nullish() {
        return Ok(Value::Null);
    }
    let numeric = |code, what: &str, value: &Value<'_>| {
        value.as_number().ok_or_else(|| {
            Error::new(code, format!("$pow's {what} must be numeric, not {}", type_name(value.tag())))
        })
    };
    let b = numeric(28762, "base", &base)?;
    let e = numeric(28763, "exponent", &exponent)?;
    if b.is_zero() && e.compare(Number::Int32(0)).is_lt() && !e.is_nan() {
        return Err(Error::new(28764, "$pow cannot take a base of 0 and a negative exponent"));
    }
    Ok(match (b, e) {
        (Number::Decimal(_) | Number::Double(_), _) | (_, Number::Decimal(_) | Number::Double(_)) => {
            power(b, e).into()
        }
        _ => {
            let both_small = matches!((b, e), (Number::Int32(_), Number::Int32(_)));
            match integer_power(b.integer().unwrap_or(0), e.integer().unwrap_or(0)) {
                Some(whole) if both_small => Number::from_i64_narrow(whole).into(),
                Some(whole) => Value::Int64(whole),
                None => power(b, e).into(),
            }
        }
    })
}

/// Returns the power if it is an integer that fits in 64 bits.
fn integer_power(base: i64, exponent: i64) -> Option<i64> {
    match (base, exponent) {
        (1, _) => Some(1),
        (0, 1..) => Some(0),
        (-1, e) => Some(if e % 2 == 0 { 1 } else { -1 }),
        (_, e) => base.checked_pow(u32::try_from(e).ok()?),
    }
}
