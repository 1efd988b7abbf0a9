//! Values as text: what conversions to strings give.

use crate::value::Number;

/// A number as the server writes it: doubles with at most 16 significant digits.
pub(super) fn number(number: Number) -> String {
    match number {
        Number::Int32(n) => n.to_string(),
        Number::Int64(n) => n.to_string(),
        Number::Double(n) => double(n),
        Number::Decimal(n) => n.to_text(),
    }
}

/// C's `%.16g`.
pub(super) fn double(value: f64) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    if value == 0.0 {
        return if value.is_sign_negative() { "-0" } else { "0" }.to_owned();
    }
    let scientific = format!("{value:.15e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-4..16).contains(&exponent) {
        let digits = usize::try_from(15 - exponent).unwrap_or(0);
        return trimmed(&format!("{value:.digits$}")).to_owned();
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{}e{sign}{:02}", trimmed(mantissa), exponent.abs())
}

/// Without zeros behind the decimal point.
fn trimmed(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_have_sixteen_digits() {
        for (value, text) in [
            (1.0, "1"),
            (2.5, "2.5"),
            (0.1, "0.1"),
            (1e21, "1e+21"),
            (1e-7, "1e-07"),
            (123456789.125, "123456789.125"),
            (1e15, "1000000000000000"),
            (-0.0, "-0"),
        ] {
            assert_eq!(double(value), text);
        }
    }
}
