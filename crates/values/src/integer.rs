//! Integers as operands, with the server's error texts.

use super::RawValue;

/// Converts an operand of any numeric type to a 64-bit integer.
///
/// # Errors
/// The reason, followed by `shown`.
pub fn whole_number(value: RawValue<'_>, shown: &str) -> std::result::Result<i64, String> {
    let Some(number) = value.as_number() else { return Err(format!("Expected a number in: {shown}")) };
    if number.is_nan() {
        return Err(format!("Expected an integer, but found NaN in: {shown}"));
    }
    // 2^63 is the least positive double that does not fit.
    if !number.is_finite() || number.to_f64().abs() > 9_223_372_036_854_775_808.0 {
        return Err(format!("Cannot represent as a 64-bit integer: {shown}"));
    }
    number.to_i64_exact().ok_or_else(|| format!("Expected an integer: {shown}"))
}

/// Like [`whole_number`], for non-negative integers.
///
/// # Errors
/// Errors of [`whole_number`], or the reason for a negative number.
pub fn natural_number(value: RawValue<'_>, shown: &str) -> std::result::Result<i64, String> {
    match whole_number(value, shown)? {
        ..=-1 => Err(format!("Expected a non-negative number in: {shown}")),
        number => Ok(number),
    }
}
