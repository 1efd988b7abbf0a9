//! Values as text, for conversions to strings and for messages.

use crate::value::{Number, Value};

/// Formats a number as the server does: doubles with at most 16 significant digits.
pub(super) fn number(number: Number) -> String {
    match number {
        Number::Int32(n) => n.to_string(),
        Number::Int64(n) => n.to_string(),
        Number::Double(n) => double(n),
        Number::Decimal(n) => n.to_text(),
    }
}

/// Formats a double like C's `%.16g`.
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
    crate::value::general(value, 16)
}

/// Formats a number, converted to a double, as messages show it; see [`shown`].
pub(super) fn double_in_message(number: Number) -> String {
    shown(&Value::Double(number.to_f64()))
}

/// Formats a value as messages about evaluated values show it.
pub(super) fn shown(value: &Value<'_>) -> String {
    crate::value::display_evaluated(value.view())
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
