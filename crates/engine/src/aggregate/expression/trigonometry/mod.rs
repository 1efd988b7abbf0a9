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

/// The domain of a function.
#[derive(Clone, Copy)]
pub(super) struct Domain {
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
    /// Whether the bounds belong to the domain.
    pub inclusive: bool,
}

/// All numbers.
pub(super) const EVERYWHERE: Domain = Domain { low: f64::NEG_INFINITY, high: f64::INFINITY, inclusive: true };
/// Finite numbers: the domain of sine, cosine and tangent.
pub(super) const FINITE: Domain = Domain { inclusive: false, ..EVERYWHERE };

/// Multiplies by a factor; a decimal with all digits of the factor.
pub(super) fn scale<'a>(
    name: &str,
    double: fn(f64) -> f64,
    factor: &str,
    value: &Value<'_>,
) -> Result<Value<'a>> {
    match (value, Decimal::parse(factor)) {
        (Value::Decimal(number), Some(factor)) => Ok(Value::Decimal(*number * factor)),
        _ if value.is_nullish() => Ok(Value::Null),
        _ => Ok(Value::Double(double(checked(name, value)?.to_f64()))),
    }
}

/// Applies a function; the result is a decimal for a decimal, else a double.
pub(super) fn apply<'a>(
    name: &str,
    domain: Domain,
    function: Function,
    value: &Value<'_>,
) -> Result<Value<'a>> {
    if value.is_nullish() {
        return Ok(Value::Null);
    }
    let number = checked(name, value)?;
    if number.is_nan() {
        return Ok(number.into());
    }
    let (low, high) =
        (number.compare(Number::Double(domain.low)), number.compare(Number::Double(domain.high)));
    let inside = if domain.inclusive { low.is_ge() && high.is_le() } else { low.is_gt() && high.is_lt() };
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
                "cannot apply {name} to {}, value must in {open}{},{}{close}",
                shown(value),
                bound(domain.low),
                bound(domain.high)
            ),
        ));
    }
    Ok(evaluate(function, number).into())
}

fn checked(name: &str, value: &Value<'_>) -> Result<Number> {
    value.as_number().ok_or_else(|| {
        Error::new(28765, format!("{name} only supports numeric types, not {}", type_name(value.tag())))
    })
}
