//! Parses numbers, with the server's messages for invalid strings.

use crate::value::Decimal;

/// Parses a whole number within bounds.
pub(super) fn integer(text: &str, least: i64, greatest: i64) -> Result<i64, String> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() {
        return Err("No digits".to_owned());
    }
    if digits.contains(|c: char| !c.is_ascii_digit()) {
        return Err("Did not consume whole string.".to_owned());
    }
    let number = text.parse::<i64>().ok().filter(|n| (least..=greatest).contains(n));
    number.ok_or_else(|| if text.starts_with('-') { "Underflow" } else { "Overflow" }.to_owned())
}

/// Parses a double.
pub(super) fn double(text: &str) -> Result<f64, String> {
    if text.is_empty() {
        return Err("Empty string".to_owned());
    }
    if text.starts_with(|c: char| c.is_ascii_whitespace()) {
        return Err("Leading whitespace".to_owned());
    }
    if let Some(number) = hexadecimal(text) {
        return Ok(number);
    }
    match text.parse::<f64>() {
        Ok(number) if number.is_infinite() && !text.to_ascii_lowercase().contains("inf") => {
            Err("Out of range".to_owned())
        }
        // A subnormal result lost digits.
        Ok(number) if number.abs() < f64::MIN_POSITIVE && has_digits(text) => Err("Out of range".to_owned()),
        Ok(number) => Ok(number),
        // The reason depends on whether a prefix is a number.
        Err(_) => {
            let starts = text.trim_start_matches(['+', '-']).trim_start_matches('.');
            let some = starts.starts_with(|c: char| c.is_ascii_digit());
            Err(if some { "Did not consume whole string." } else { "Did not consume any digits" }.to_owned())
        }
    }
}

/// Parses a hexadecimal double like C: `-0X1.8P1` is -3.
fn hexadecimal(text: &str) -> Option<f64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let digits = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X"))?;
    let (digits, exponent) = match digits.split_once(['p', 'P']) {
        Some((digits, exponent)) => (digits, exponent.parse::<i32>().ok()?),
        None => (digits, 0),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.len() + part.len() == 0 {
        return None;
    }
    let mut number = 0.0;
    for digit in whole.chars().chain(part.chars()) {
        number = number * 16.0 + f64::from(digit.to_digit(16)?);
    }
    let scale = exponent.saturating_sub(4 * i32::try_from(part.len()).ok()?);
    number *= 2f64.powi(scale);
    Some(if text.starts_with('-') { -number } else { number })
}

/// Parses a decimal.
pub(super) fn decimal(text: &str) -> Result<Decimal, String> {
    if text.is_empty() {
        return Err("Empty string".to_owned());
    }
    let Some(decimal) = Decimal::parse(text) else {
        return Err("Failed to parse string to decimal".to_owned());
    };
    if !decimal.is_finite() && !decimal.is_nan() && !text.to_ascii_lowercase().contains("inf") {
        return Err("Conversion from string to decimal would overflow".to_owned());
    }
    if decimal.is_zero() && has_digits(text) {
        return Err("Conversion from string to decimal would underflow".to_owned());
    }
    Ok(decimal)
}

/// Whether a number's text has a nonzero digit before its exponent.
fn has_digits(text: &str) -> bool {
    text.split(['e', 'E']).next().is_some_and(|mantissa| mantissa.contains(|c| matches!(c, '1'..='9')))
}
