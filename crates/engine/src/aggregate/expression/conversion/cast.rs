//! Conversions of values between types
//! (<https://www.mongodb.com/docs/manual/reference/operator/aggregation/convert/>).

use super::super::date::{date_time::millis_of, from_text};
use super::super::prelude::*;
use super::parse_number;
use crate::aggregate::text;
use crate::value::{calendar, from_hexadecimal, hexadecimal};

/// The error code `ConversionFailure`.
pub(super) const CONVERSION_FAILURE: i32 = ErrorCode::CONVERSION_FAILURE;

/// The target types of conversions.
const CONVERTIBLE: [u8; 9] = [
    tag::DOUBLE,
    tag::STRING,
    tag::BINARY,
    tag::OBJECT_ID,
    tag::BOOL,
    tag::DATE,
    tag::INT32,
    tag::INT64,
    tag::DECIMAL128,
];

/// Converts a value that isn't null to the type with a tag.
///
/// # Errors
/// `ConversionFailure` (241).
pub(super) fn cast<'a>(value: Value<'a>, to: u8) -> Result<Value<'a>> {
    if value.tag() == to && CONVERTIBLE.contains(&to) {
        return Ok(value);
    }
    match to {
        tag::BOOL => to_bool(&value),
        tag::INT32 => whole(&value, to, i64::from(i32::MIN), i64::from(i32::MAX))
            .map(|n| Value::Int32(i32::try_from(n).unwrap_or_default())),
        tag::INT64 => match &value {
            Value::Date(millis) => Ok(Value::Int64(*millis)),
            _ => whole(&value, to, i64::MIN, i64::MAX).map(Value::Int64),
        },
        tag::DOUBLE => to_double(&value).map(Value::Double),
        tag::DECIMAL128 => to_decimal(&value).map(Value::Decimal),
        tag::STRING => to_string(&value).map(Value::string),
        tag::OBJECT_ID => to_object_id(&value),
        tag::DATE => to_date(&value).map(Value::Date),
        _ => Err(unsupported(&value, to)),
    }
}

/// Returns the `ConversionFailure` for a pair of types without a conversion; `to` is the target type's tag.
pub(super) fn unsupported(value: &Value<'_>, to: u8) -> Error {
    Error::new(
        CONVERSION_FAILURE,
        format!(
            "Unsupported conversion from {} to {} in $convert with no onError value",
            type_name(value.tag()),
            type_name(to)
        ),
    )
}

fn unparsable(text: &str, why: &str) -> Error {
    Error::new(
        CONVERSION_FAILURE,
        format!("Failed to parse number '{text}' in $convert with no onError value: {why}"),
    )
}

fn to_bool(value: &Value<'_>) -> Result<Value<'static>> {
    match value {
        Value::String(_) | Value::ObjectId(_) | Value::Date(_) | Value::Binary { .. } => {
            Ok(Value::Bool(true))
        }
        other => match other.as_number() {
            Some(number) => Ok(Value::Bool(!number.is_zero())),
            None => Ok(Value::Bool(true)),
        },
    }
}

fn overflow(value: &Value<'_>) -> Error {
    // The server's text omits the value of a long.
    let shown = match value {
        Value::Int64(_) => String::new(),
        other => text::shown(other),
    };
    Error::new(
        CONVERSION_FAILURE,
        format!("Conversion would overflow target type in $convert with no onError value: {shown}"),
    )
}

/// Returns the integer part of a number, which must be within bounds.
fn whole(value: &Value<'_>, to: u8, least: i64, greatest: i64) -> Result<i64> {
    let in_range = |n: i64| (least..=greatest).contains(&n).then_some(n).ok_or_else(|| overflow(value));
    let special = |number: Number| {
        let what = if number.is_nan() { "NaN" } else { "infinity" };
        Error::new(
            CONVERSION_FAILURE,
            format!("Attempt to convert {what} value to integer type in $convert with no onError value"),
        )
    };
    match value {
        Value::Bool(b) => Ok(i64::from(*b)),
        Value::Int32(n) => Ok(i64::from(*n)),
        Value::Int64(n) => in_range(*n),
        Value::Double(n) if !n.is_finite() => Err(special(Number::Double(*n))),
        Value::Double(n) => {
            // The integer part of every double with magnitude below 2^63 fits.
            let fits = *n > -9_223_372_036_854_777_856.0 && *n < 9_223_372_036_854_775_808.0;
            if fits { in_range(*n as i64) } else { Err(overflow(value)) }
        }
        Value::Decimal(n) if !n.is_finite() => Err(special(Number::Decimal(*n))),
        Value::Decimal(n) => match n.truncate_to_i128().and_then(|n| i64::try_from(n).ok()) {
            Some(n) => in_range(n),
            None => Err(overflow(value)),
        },
        Value::String(text) => {
            refuse_hexadecimal(text)?;
            parse_number::integer(text, least, greatest).map_err(|why| unparsable(text, &why))
        }
        _ => Err(unsupported(value, to)),
    }
}

fn refuse_hexadecimal(text: &str) -> Result<()> {
    if text.starts_with("0x") {
        return Err(Error::new(
            CONVERSION_FAILURE,
            format!("Illegal hexadecimal input in $convert with no onError value: {text}"),
        ));
    }
    Ok(())
}

fn to_double(value: &Value<'_>) -> Result<f64> {
    match value {
        Value::Bool(b) => Ok(f64::from(u8::from(*b))),
        Value::Date(millis) => Ok(*millis as f64),
        Value::Decimal(n) => {
            let double = n.to_f64();
            let lost = double.is_infinite() || (double.abs() < f64::MIN_POSITIVE && !n.is_zero());
            if lost && n.is_finite() { Err(overflow(value)) } else { Ok(double) }
        }
        Value::String(text) => {
            refuse_hexadecimal(text)?;
            parse_number::double(text).map_err(|why| unparsable(text, &why))
        }
        other => other.as_number().map(Number::to_f64).ok_or_else(|| unsupported(value, tag::DOUBLE)),
    }
}

fn to_decimal(value: &Value<'_>) -> Result<Decimal> {
    match value {
        Value::Bool(b) => Ok(Decimal::from_i64(i64::from(*b))),
        Value::Date(millis) => Ok(Decimal::from_i64(*millis)),
        Value::String(text) => {
            refuse_hexadecimal(text)?;
            parse_number::decimal(text).map_err(|why| unparsable(text, &why))
        }
        other => other.as_number().map(Number::to_decimal).ok_or_else(|| unsupported(value, tag::DECIMAL128)),
    }
}

fn to_string(value: &Value<'_>) -> Result<String> {
    match value {
        Value::Bool(b) => Ok(b.to_string()),
        Value::Date(millis) => calendar::iso_text(*millis),
        Value::ObjectId(id) => Ok(hexadecimal(id)),
        other => other.as_number().map(text::number).ok_or_else(|| unsupported(value, tag::STRING)),
    }
}

fn to_object_id(value: &Value<'_>) -> Result<Value<'static>> {
    let Some(text) = value.as_str() else {
        return Err(unsupported(value, tag::OBJECT_ID));
    };
    let fault = |why: String| {
        Error::new(
            CONVERSION_FAILURE,
            format!("Failed to parse objectId '{text}' in $convert with no onError value: {why}"),
        )
    };
    if text.len() != 24 {
        return Err(fault(format!(
            "Invalid string length for parsing to OID, expected 24 but found {}",
            text.len()
        )));
    }
    let bytes = from_hexadecimal(text).and_then(|bytes| <[u8; 12]>::try_from(bytes).ok());
    bytes.map(Value::ObjectId).ok_or_else(|| {
        let wrong = text.chars().find(|c| !c.is_ascii_hexdigit()).unwrap_or_default();
        fault(format!("Invalid character found in hex string: {wrong}"))
    })
}

fn to_date(value: &Value<'_>) -> Result<i64> {
    match value {
        Value::String(text) => from_text(text),
        Value::Int64(_) | Value::Double(_) | Value::Decimal(_) => whole(value, tag::DATE, i64::MIN, i64::MAX),
        other => millis_of(other).ok_or_else(|| unsupported(value, tag::DATE)),
    }
}
