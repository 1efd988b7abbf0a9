//! Conversion of numbers and letter case by the browser. The standard library's conversions include tables
//! of Unicode and powers of ten, 40 kB of the download.

/// Parses a decimal number; `None` for anything else, including infinities.
pub fn read(text: &str) -> Option<f64> {
    let text = text.trim();
    // Reject forms that only one of the implementations accepts.
    let is_decimal = |byte: u8| byte.is_ascii_digit() || b"+-.eE".contains(&byte);
    if text.is_empty() || !text.bytes().all(is_decimal) {
        return None;
    }
    Some(way::read(text)).filter(|value| value.is_finite())
}

/// Formats a number with a fixed number of decimals.
pub fn fixed(value: f64, digits: u8) -> String {
    way::fixed(value, digits)
}

/// Formats a number with as many digits as necessary.
pub fn plain(value: f64) -> String {
    way::plain(value)
}

/// Converts a text to lower case.
pub fn lower(text: &str) -> String {
    way::lower(text)
}

#[cfg(target_arch = "wasm32")]
mod way {
    use js_sys::{JsString, Number};
    use wasm_bindgen::JsValue;

    pub(super) fn read(text: &str) -> f64 {
        f64::try_from(JsValue::from(text)).unwrap_or(f64::NAN)
    }

    pub(super) fn fixed(value: f64, digits: u8) -> String {
        Number::from(value).to_fixed(digits).map(String::from).unwrap_or_default()
    }

    pub(super) fn plain(value: f64) -> String {
        String::from(Number::from(value).to_string_with_radix(10).unwrap_or_default())
    }

    pub(super) fn lower(text: &str) -> String {
        JsString::from(text).to_lower_case().into()
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod way {
    pub(super) fn read(text: &str) -> f64 {
        text.parse().unwrap_or(f64::NAN)
    }

    pub(super) fn fixed(value: f64, digits: u8) -> String {
        format!("{value:.*}", usize::from(digits))
    }

    pub(super) fn plain(value: f64) -> String {
        value.to_string()
    }

    pub(super) fn lower(text: &str) -> String {
        text.to_lowercase()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decimal_number_is_read() {
        assert_eq!(["1", " -2.5 ", "1e3", ".5"].map(read), [1.0, -2.5, 1000.0, 0.5].map(Some));
        for text in ["", " ", "x", "0x10", "inf", "NaN", "1e999", "1 2", "1-2", "--1"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn numbers_are_written() {
        assert_eq!(fixed(2.345, 1), "2.3");
        assert_eq!(fixed(3.0, 0), "3");
        assert_eq!([0.5, 3.0, -1.25].map(plain), ["0.5", "3", "-1.25"]);
    }
}
