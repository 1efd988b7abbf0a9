//! Arithmetic on numbers of any type, like that of expressions: decimals stay decimals.

use crate::value::Number;

/// Returns the sum.
pub(super) fn plus(a: Number, b: Number) -> Number {
    a.checked_add(b).unwrap_or_else(|| Number::Double(a.to_f64() + b.to_f64()))
}

/// Returns the difference.
pub(super) fn minus(a: Number, b: Number) -> Number {
    a.checked_sub(b).unwrap_or_else(|| Number::Double(a.to_f64() - b.to_f64()))
}

/// Returns the product.
pub(super) fn times(a: Number, b: Number) -> Number {
    a.checked_mul(b).unwrap_or_else(|| Number::Double(a.to_f64() * b.to_f64()))
}

/// Returns the quotient: a double or a decimal.
pub(super) fn quotient(a: Number, b: Number) -> Number {
    match (a, b) {
        (Number::Decimal(_), _) | (_, Number::Decimal(_)) => Number::Decimal(a.to_decimal() / b.to_decimal()),
        _ => Number::Double(a.to_f64() / b.to_f64()),
    }
}
