//! Rounding to a decimal place, shared by `$round` and `$trunc`.

use crate::value::RoundingMode;

use super::super::prelude::*;
use super::display_number;
use crate::value::Parts;

/// Rounds to `place` digits after the decimal point (before it when negative).
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
        Number::Double(n) => Value::Double(
            double_to_place(n, place, mode)
                .unwrap_or_else(|| quantize(Decimal::from_f64_exact(n), place, mode).to_f64()),
        ),
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

/// The largest number of decimal places for rounding with integers: up to here, rounding a double exactly and rounding
/// its 34 decimal digits have the same result.
const MAX_PLACES: i32 = 16;
/// The limit from which doubles don't fit 64-bit integers.
const LARGEST_WHOLE: f64 = 9_223_372_036_854_775_808.0;

/// Rounds a double with integer arithmetic, with the same result as [`quantize`]; `None` if integers are too small.
fn double_to_place(n: f64, place: i32, mode: RoundingMode) -> Option<f64> {
    let unit = 10_u64.checked_pow(place.unsigned_abs())?;
    let rounded = if place < 0 {
        if n.abs() >= LARGEST_WHOLE {
            return None;
        }
        let (whole, unit) = (n.abs() as u64, u128::from(unit));
        let (units, rest) = (u128::from(whole) / unit, u128::from(whole) % unit);
        // The fraction only breaks ties.
        let rest = 2 * rest + u128::from(whole as f64 != n.abs());
        ((units + u128::from(rounds_up(units, rest, unit, mode)?)) * unit) as f64
    } else if place > MAX_PLACES {
        return None;
    } else {
        // The number is its significand times a power of two.
        let (biased, fraction) = (n.to_bits() >> 52 & 0x7FF, n.to_bits() & ((1 << 52) - 1));
        let shift = 1075_u32.checked_sub(biased as u32).filter(|shift| (1..126).contains(shift))?;
        let scaled = u128::from(fraction | 1 << 52) * u128::from(unit);
        let (units, rest) = (scaled >> shift, scaled & ((1 << shift) - 1));
        let units = units + u128::from(rounds_up(units, 2 * rest, 1 << shift, mode)?);
        // Both are exact as doubles, so the division rounds only once.
        (units < 1 << 53).then_some(units as f64 / unit as f64)?
    };
    Some(rounded.copysign(n))
}

/// Whether `units` plus a remainder round up; `None` for an unsupported mode. The remainder is given doubled.
fn rounds_up(units: u128, twice_rest: u128, unit: u128, mode: RoundingMode) -> Option<bool> {
    match mode {
        RoundingMode::NearestEven => Some(twice_rest > unit || (twice_rest == unit && units & 1 == 1)),
        RoundingMode::TowardZero => Some(false),
        _ => None,
    }
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

/// Returns the number with as many of its 34 digits as possible after the decimal point, so that there are digits
/// to round.
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn by_decimals(n: f64, place: i32, mode: RoundingMode) -> f64 {
        quantize(Decimal::from_f64_exact(n), place, mode).to_f64()
    }

    fn compare(n: f64, place: i32) -> bool {
        let mut compared = false;
        for mode in [RoundingMode::NearestEven, RoundingMode::TowardZero] {
            if let Some(rounded) = double_to_place(n, place, mode) {
                assert_eq!(rounded.to_bits(), by_decimals(n, place, mode).to_bits(), "{n} to {place}");
                compared = true;
            }
        }
        compared
    }

    #[test]
    fn rounds_ties_and_their_neighbours() {
        for n in [
            0.5_f64,
            1.5,
            2.5,
            0.125,
            0.375,
            2.675,
            1.005,
            1e-9,
            4_503_599_627_370_495.5,
            9_007_199_254_740_991.0,
        ] {
            for n in [n, -n, f64::from_bits(n.to_bits() + 1), f64::from_bits(n.to_bits() - 1)] {
                for place in -20..=MAX_PLACES {
                    compare(n, place);
                }
            }
        }
        assert_eq!(double_to_place(2.675, 2, RoundingMode::NearestEven), Some(2.67));
        assert_eq!(double_to_place(0.125, 2, RoundingMode::NearestEven), Some(0.12));
        assert_eq!(
            double_to_place(-0.001, 2, RoundingMode::NearestEven).map(f64::to_bits),
            Some((-0.0_f64).to_bits())
        );
    }

    proptest! {
        #[test]
        fn integers_and_decimals_round_alike(bits in any::<u64>(), cents in -9_999_999_i64..9_999_999, place in -20..=MAX_PLACES) {
            let n = f64::from_bits(bits);
            if n.is_finite() {
                compare(n, place);
            }
            // Amounts of money, and ties.
            prop_assert!(cents == 0 || compare(cents as f64 / 100.0, place.clamp(-19, 6)));
            prop_assert!(cents == 0 || compare(cents as f64 / 8.0, place.clamp(-19, 6)));
        }
    }
}
