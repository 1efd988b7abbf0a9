//! Rounding to a decimal place, shared by `$round` and `$trunc`.

use decmathlib_rs::d128::RoundingMode;

use super::super::prelude::*;
use super::display_number;

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
    let Some(place) = value.as_number().and_then(Number::to_i64_exact) else {
        return Err(Error::new(51082, format!("precision argument to  {name} must be a integral value")));
    };
    match i32::try_from(place) {
        Ok(place) if (-20..=100).contains(&place) => Ok(place),
        _ => Err(Error::new(
            51083,
            format!("cannot apply {name} with precision value {place} value must in [-20, 100]"),
        )),
    }
}

fn quantize(value: Decimal, place: i32, mode: RoundingMode) -> Decimal {
    let Some(unit) = Decimal::from_parts(false, 1, -place) else {
        return value;
    };
    // More digits behind the point than 34 in all can hold: nothing to round away.
    let quantized = value.quantize(unit, mode);
    if quantized.is_nan() { value } else { quantized }
}
