//! Conversion of JavaScript numbers to the engine's integers.

use wasm_bindgen::JsError;

/// Maximum distance of a JavaScript date from 1970 (ECMAScript, time values).
const MAX_MILLIS: f64 = 8.64e15;

/// The largest integer that a JavaScript number represents exactly.
const MAX_SAFE_INTEGER: f64 = 9_007_199_254_740_991.0;

/// Converts a time. Fractions of a millisecond are truncated, as in JavaScript's `Date`.
pub(crate) fn millis(value: f64) -> Result<i64, JsError> {
    if value.abs() <= MAX_MILLIS {
        Ok(value.trunc() as i64)
    } else {
        Err(JsError::new(&format!("{value} is not a time in milliseconds since 1970")))
    }
}

/// Converts a seed, which may be any safe integer.
pub(crate) fn seed(value: f64) -> Result<u64, JsError> {
    if value.abs() <= MAX_SAFE_INTEGER && value.fract() == 0.0 {
        Ok((value as i64).cast_unsigned())
    } else {
        Err(JsError::new(&format!("{value} is not an integer that can serve as a seed")))
    }
}

/// Converts a count, a non-negative safe integer.
pub(crate) fn count(value: f64) -> Result<u64, JsError> {
    if (0.0..=MAX_SAFE_INTEGER).contains(&value) && value.fract() == 0.0 {
        Ok(value as u64)
    } else {
        Err(JsError::new(&format!("{value} is not a whole number from zero on")))
    }
}
