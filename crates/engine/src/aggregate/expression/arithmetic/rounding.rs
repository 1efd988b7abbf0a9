//! Rounding to a decimal place, shared by `$round` and `$trunc`.

use decmathlib_rs::d128::RoundingMode;

use super::super::prelude::*;
use super::display_number;
use crate::value::Parts;

/// Rounds to `place` digits behind the point (in front of it when negative).
pub(super) fn to_place<'a>(
    name: &str,
    values: &mut [Value<'a>],
    mode: RoundingMode,
    whole: fn(f64) -> f64,
) -> Result<Value<'a>> {
    let Some(number) = values.first().map(|value| operand(name, value)).transpose()?.flatten() else {
        return Ok(Value::Null);
    };
    let place = match values.get(1) {
        None => 0,
        Some(value) if value.is_nullish() => return Ok(Value::Null),
        Some(value) => digits(name, value)?,
    };
    Ok(match number {
        Number::Int32(_) | Number::Int64(_) if place >= 0 => number.into(),
        Number::Double(n) if !n.is_finite() || n == 0.0 => Value::Double(n),
        Number::Double(n) if place == 0 => Value::Double(whole(n)),
        Number::Double(n) => Value::Double(quantize(Decimal::from_f64_exact(n), place, mode).to_f64()),
        Number::Decimal(n) if !n.is_finite() => Value::Decimal(n),
        Number::Decimal(n) => Value::Decimal(quantize(n, place, mode)),
        integer => {
            let rounded = quantize(integer.to_decimal(), place, mode).to_i64_exact();
            match (rounded, integer) {
                (Some(n), Number::Int32(_)) => Number::from_i64_narrow(n).into(),
                (Some(n), _) => Value::Int64(n),
                (None, _) => {
                    return Err(Error::new(
                        51080,
                        format!(
                            "invalid conversion from Decimal128 result in {name} resulting from arguments: [{}, {place}]",
                            display_number(integer)
                        ),
                    ));
                }
            }
        }
    })
}

fn operand(name: &str, value: &Value<'_>) -> Result<Option<Number>> {
    if value.is_nullish() {
        return Ok(None);
    }
    value.as_number().map(Some).ok_or_else(|| {
        Error::new(51081, format!("{name} only supports numeric types, not {}", type_name(value.tag())))
    })
}

fn digits(name: &str, value: &Value<'_>) -> Result<i32> {
    let Some(number) = value.as_number() else {
        return Err(Error::wrong_type(16004, "can't convert from BSON type {type} to long", value.tag()));
    };
    if let Number::Double(double) = number
        && (double.is_nan() || double.abs() >= 9_223_372_036_854_775_808.0)
    {
        let shown = display_number(number);
        return Err(Error::new(31109, format!("Can't coerce out of range value {shown} to long")));
    }
    let Some(place) = number.to_i64_exact().and_then(|place| i32::try_from(place).ok()) else {
        return Err(Error::new(51082, format!("precision argument to  {name} must be a integral value")));
    };
    if !(-20..=100).contains(&place) {
        return Err(Error::new(
            51083,
            format!("cannot apply {name} with precision value {place} value must be in [-20, 100]"),
        ));
    }
    Ok(place)
}

fn quantize(value: Decimal, place: i32, mode: RoundingMode) -> Decimal {
    let Some(unit) = Decimal::from_parts(false, 1, -place) else {
        return value;
    };
    let quantized = value.quantize(unit, mode);
    if quantized.is_nan() { widened(value) } else { quantized }
}

/// The number with all its 34 digits: more than these, and nothing is left to round away.
fn widened(value: Decimal) -> Decimal {
    let Parts::Finite { negative, mut coefficient, mut exponent } = value.parts() else { return value };
    let mut widest = value;
    while let Some(wider) = Decimal::from_parts(negative, coefficient, exponent) {
        widest = wider;
        if coefficient == 0 {
            break;
        }
        coefficient *= 10;
        exponent -= 1;
    }
    widest
}
