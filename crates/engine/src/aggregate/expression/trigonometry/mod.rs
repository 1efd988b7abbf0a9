//! Trigonometry operators
//! (<https://www.mongodb.com/docs/manual/reference/operator/aggregation/#trigonometry-expression-operators>).

mod acos;
mod acosh;
mod asin;
mod asinh;
mod atan;
mod atan2;
mod atanh;
mod cos;
mod cosh;
mod degrees_to_radians;
mod radians_to_degrees;
mod sin;
mod sinh;
mod tan;
mod tanh;

use super::prelude::*;

pub(super) const TABLE: &[Operator] = &[
    acos::OPERATOR,
    acosh::OPERATOR,
    asin::OPERATOR,
    asinh::OPERATOR,
    atan::OPERATOR,
    atan2::OPERATOR,
    atanh::OPERATOR,
    cos::OPERATOR,
    cosh::OPERATOR,
    degrees_to_radians::OPERATOR,
    radians_to_degrees::OPERATOR,
    sin::OPERATOR,
    sinh::OPERATOR,
    tan::OPERATOR,
    tanh::OPERATOR,
];

/// Where a function is defined.
#[derive(Clone, Copy)]
pub(super) struct Domain {
    /// Least operand.
    pub low: f64,
    /// Greatest operand.
    pub high: f64,
    /// Whether the bounds belong to it.
    pub inclusive: bool,
}

/// Everywhere.
pub(super) const EVERYWHERE: Domain = Domain { low: f64::NEG_INFINITY, high: f64::INFINITY, inclusive: true };
/// Where the circle's functions are defined: not at infinity.
pub(super) const FINITE: Domain = Domain { inclusive: false, ..EVERYWHERE };

/// Multiplies by a factor; a decimal by all of its digits.
pub(super) fn scale<'a>(
    name: &str,
    double: fn(f64) -> f64,
    factor: &str,
    value: &Value<'_>,
) -> Result<Value<'a>> {
    match (value, Decimal::parse(factor)) {
        (Value::Decimal(number), Some(factor)) => Ok(Value::Decimal(*number * factor)),
        _ => apply(name, EVERYWHERE, double, value),
    }
}

/// Applies a function of doubles; a decimal gives a decimal with the digits of a double.
pub(super) fn apply<'a>(
    name: &str,
    domain: Domain,
    function: fn(f64) -> f64,
    value: &Value<'_>,
) -> Result<Value<'a>> {
    if value.is_nullish() {
        return Ok(Value::Null);
    }
    let Some(number) = value.as_number() else {
        return Err(Error::new(
            28765,
            format!("{name} only supports numeric types, not {}", type_name(value.tag())),
        ));
    };
    if number.is_nan() {
        return Ok(number.into());
    }
    let double = number.to_f64();
    let inside = if domain.inclusive {
        (domain.low..=domain.high).contains(&double)
    } else {
        domain.low < double && double < domain.high
    };
    if !inside {
        let (open, close) = if domain.inclusive { ('[', ']') } else { ('(', ')') };
        let bound = |bound: f64| match bound {
            f64::INFINITY => "inf".to_owned(),
            f64::NEG_INFINITY => "-inf".to_owned(),
            bound => bound.to_string(),
        };
        return Err(Error::new(
            50989,
            format!(
                "cannot apply {name} to {}, value must be in {open}{},{}{close}",
                shown(value),
                bound(domain.low),
                bound(domain.high)
            ),
        ));
    }
    let result = function(double);
    Ok(match number {
        Number::Decimal(_) => Value::Decimal(Decimal::from_f64_exact(result)),
        _ => Value::Double(result),
    })
}
