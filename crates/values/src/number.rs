//! The four numeric types and their arithmetic.
//!
//! Result types follow the server: the wider of the two types, 32-bit overflow
//! widens to 64 bits
//! (<https://www.mongodb.com/docs/manual/reference/operator/aggregation/add/>).

use std::cmp::Ordering;

use super::{Decimal, tag};

/// A number of any BSON type.
#[derive(Clone, Copy, Debug)]
pub enum Number {
    /// 32-bit integer.
    Int32(i32),
    /// 64-bit integer.
    Int64(i64),
    /// Binary floating point.
    Double(f64),
    /// Decimal floating point.
    Decimal(Decimal),
}

impl Number {
    /// The BSON type byte.
    pub fn tag(self) -> u8 {
        match self {
            Number::Int32(_) => tag::INT32,
            Number::Int64(_) => tag::INT64,
            Number::Double(_) => tag::DOUBLE,
            Number::Decimal(_) => tag::DECIMAL128,
        }
    }

    /// Appends the value's bytes.
    pub fn write_bytes(self, out: &mut Vec<u8>) {
        match self {
            Number::Int32(n) => out.extend_from_slice(&n.to_le_bytes()),
            Number::Int64(n) => out.extend_from_slice(&n.to_le_bytes()),
            Number::Double(n) => out.extend_from_slice(&n.to_le_bytes()),
            Number::Decimal(n) => out.extend_from_slice(&n.to_bits().to_le_bytes()),
        }
    }

    /// Converts a 64-bit result to the narrowest integer type that fits.
    pub fn from_i64_narrow(value: i64) -> Number {
        i32::try_from(value).map_or(Number::Int64(value), Number::Int32)
    }

    /// Compares by mathematical value. NaN (of both kinds) equals itself and is below all other numbers; -0
    /// equals 0.
    #[inline]
    pub fn compare(self, other: Number) -> Ordering {
        match (self, other) {
            (Number::Int32(a), Number::Int32(b)) => a.cmp(&b),
            (Number::Double(a), Number::Double(b)) => compare_doubles(a, b),
            (Number::Decimal(a), Number::Decimal(b)) => a.compare(b),
            (Number::Decimal(a), Number::Double(b)) => a.compare_f64(b),
            (Number::Double(a), Number::Decimal(b)) => b.compare_f64(a).reverse(),
            (Number::Decimal(a), b) => a.compare(Decimal::from_i64(b.integer().unwrap_or(0))),
            (a, Number::Decimal(b)) => Decimal::from_i64(a.integer().unwrap_or(0)).compare(b),
            (Number::Double(a), b) => compare_double_to_i64(a, b.integer().unwrap_or(0)),
            (a, Number::Double(b)) => compare_double_to_i64(b, a.integer().unwrap_or(0)).reverse(),
            (a, b) => a.integer().cmp(&b.integer()),
        }
    }

    /// Returns the value of an integer type.
    pub fn integer(self) -> Option<i64> {
        match self {
            Number::Int32(n) => Some(i64::from(n)),
            Number::Int64(n) => Some(n),
            _ => None,
        }
    }

    /// Returns the nearest double.
    pub fn to_f64(self) -> f64 {
        match self {
            Number::Int32(n) => f64::from(n),
            Number::Int64(n) => n as f64,
            Number::Double(n) => n,
            Number::Decimal(n) => n.to_f64(),
        }
    }

    /// Converts to a decimal; doubles keep 15 digits, as on the server.
    pub fn to_decimal(self) -> Decimal {
        match self {
            Number::Int32(n) => Decimal::from_i64(i64::from(n)),
            Number::Int64(n) => Decimal::from_i64(n),
            Number::Double(n) => Decimal::from_f64(n),
            Number::Decimal(n) => n,
        }
    }

    /// Returns the 64-bit integer that equals the number exactly, if there is one.
    pub fn to_i64_exact(self) -> Option<i64> {
        match self {
            Number::Int32(n) => Some(i64::from(n)),
            Number::Int64(n) => Some(n),
            Number::Double(n) => f64_to_i64_exact(n),
            Number::Decimal(n) => n.to_i64_exact(),
        }
    }

    /// Returns the integer part, clamped to 64 bits; NaN is 0.
    pub fn to_i64_clamped(self) -> i64 {
        match self {
            Number::Int32(n) => i64::from(n),
            Number::Int64(n) => n,
            Number::Double(n) => n as i64,
            Number::Decimal(n) => match n.truncate_to_i128() {
                Some(value) => value.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64,
                None if n.is_nan() => 0,
                None if n.is_negative() => i64::MIN,
                None => i64::MAX,
            },
        }
    }

    /// Whether this is NaN.
    pub fn is_nan(self) -> bool {
        match self {
            Number::Double(n) => n.is_nan(),
            Number::Decimal(n) => n.is_nan(),
            _ => false,
        }
    }

    /// Whether this is neither infinite nor NaN.
    pub fn is_finite(self) -> bool {
        match self {
            Number::Double(n) => n.is_finite(),
            Number::Decimal(n) => n.is_finite(),
            _ => true,
        }
    }

    /// Whether this is zero.
    pub fn is_zero(self) -> bool {
        match self {
            Number::Int32(n) => n == 0,
            Number::Int64(n) => n == 0,
            Number::Double(n) => n == 0.0,
            Number::Decimal(n) => n.is_zero(),
        }
    }

    /// Returns the sum. Two 32-bit integers widen on overflow; `None` when 64 bits overflow (`$inc` rejects
    /// that, `$add` continues with doubles).
    pub fn checked_add(self, other: Number) -> Option<Number> {
        self.arithmetic(other, i64::checked_add, |a, b| a + b, |a, b| a + b)
    }

    /// Returns the difference; see [`Self::checked_add`].
    pub fn checked_sub(self, other: Number) -> Option<Number> {
        self.arithmetic(other, i64::checked_sub, |a, b| a - b, |a, b| a - b)
    }

    /// Returns the product; see [`Self::checked_add`].
    pub fn checked_mul(self, other: Number) -> Option<Number> {
        self.arithmetic(other, i64::checked_mul, |a, b| a * b, |a, b| a * b)
    }

    fn arithmetic(
        self,
        other: Number,
        integers: fn(i64, i64) -> Option<i64>,
        doubles: fn(f64, f64) -> f64,
        decimals: fn(Decimal, Decimal) -> Decimal,
    ) -> Option<Number> {
        match (self, other) {
            (Number::Decimal(_), _) | (_, Number::Decimal(_)) => {
                Some(Number::Decimal(decimals(self.to_decimal(), other.to_decimal())))
            }
            (Number::Double(_), _) | (_, Number::Double(_)) => {
                Some(Number::Double(doubles(self.to_f64(), other.to_f64())))
            }
            (Number::Int32(a), Number::Int32(b)) => {
                integers(i64::from(a), i64::from(b)).map(Number::from_i64_narrow)
            }
            (a, b) => integers(a.integer()?, b.integer()?).map(Number::Int64),
        }
    }
}

/// Returns the integer that equals a double exactly, if there is one in range.
pub fn f64_to_i64_exact(value: f64) -> Option<i64> {
    // 2^63 itself is out of range, and every double below it converts exactly.
    let in_range = (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&value);
    (in_range && value.fract() == 0.0).then_some(value as i64)
}

fn compare_doubles(a: f64, b: f64) -> Ordering {
    a.partial_cmp(&b).unwrap_or_else(|| b.is_nan().cmp(&a.is_nan()))
}

fn compare_double_to_i64(a: f64, b: i64) -> Ordering {
    if a.is_nan() {
        return Ordering::Less;
    }
    if a >= 9_223_372_036_854_775_808.0 {
        return Ordering::Greater;
    }
    if a < -9_223_372_036_854_775_808.0 {
        return Ordering::Less;
    }
    let whole = a.trunc() as i64;
    whole.cmp(&b).then_with(|| compare_doubles(a.fract(), 0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixed_types_compare_by_value() {
        use Ordering::{Equal, Greater, Less};
        let cases = [
            (Number::Int32(1), Number::Double(1.0), Equal),
            (Number::Int64(i64::MAX), Number::Double(9_223_372_036_854_775_808.0), Less),
            (Number::Int64((1 << 53) + 1), Number::Double(9007199254740992.0), Greater),
            (Number::Double(f64::NAN), Number::Int32(i32::MIN), Less),
            (Number::Double(f64::NAN), Number::Double(f64::NAN), Equal),
            (Number::Double(-0.0), Number::Int32(0), Equal),
            (Number::Double(-1.5), Number::Int64(-1), Less),
        ];
        for (a, b, order) in cases {
            assert_eq!(a.compare(b), order, "{a:?} {b:?}");
            assert_eq!(b.compare(a), order.reverse(), "{b:?} {a:?}");
        }
    }

    #[test]
    fn overflow_widens_then_fails() {
        let sum = Number::Int32(i32::MAX).checked_add(Number::Int32(1)).unwrap();
        assert!(matches!(sum, Number::Int64(2_147_483_648)));
        assert!(Number::Int64(i64::MAX).checked_add(Number::Int32(1)).is_none());
        assert!(matches!(Number::Int64(1).checked_add(Number::Int32(1)), Some(Number::Int64(2))));
    }
}
