//! Whole numbers as arguments of operators, with the server's complaints.

use super::RawValue;

/// The 64-bit integer that an argument stands for, whatever its numeric type.
///
/// # Errors
/// What is wrong with the argument, followed by `shown`.
pub fn whole_number(value: RawValue<'_>, shown: &str) -> std::result::Result<i64, String> {
    let Some(number) = value.as_number() else { return Err(format!("Expected a number in: {shown}")) };
    if number.is_nan() {
        return Err(format!("Expected an integer, but found NaN in: {shown}"));
    }
    // 2^63 is the first double that does not fit.
    if !number.is_finite() || number.to_f64().abs() > 9_223_372_036_854_775_808.0 {
        return Err(format!("Cannot represent as a 64-bit integer: {shown}"));
    }
    number.to_i64_exact().ok_or_else(|| format!("Expected an integer: {shown}"))
}

/// As [`whole_number`], refusing negative ones.
///
/// # Errors
/// As [`whole_number`].
pub fn natural_number(value: RawValue<'_>, shown: &str) -> std::result::Result<i64, String> {
    match whole_number(value, shown)? {
        ..=-1 => Err(format!("Expected a non-negative number in: {shown}")),
        number => Ok(number),
    }
}
