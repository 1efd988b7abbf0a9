//! Numbers in a form for fast sums and comparisons.

use super::{RawValue, tag};

/// A stored value split into an integer and a double, so that many can be summed without branching on their
/// types. The number is the sum of both parts, one of which is zero.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlainNumber {
    /// The value of a double.
    pub double: f64,
    /// The value of a 32-bit integer.
    pub integer: i32,
    /// The kind of value.
    pub kind: PlainKind,
}

/// The kind of value that a [`PlainNumber`] represents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlainKind {
    /// Null or missing.
    #[default]
    Nullish,
    /// A 32-bit integer.
    Int32,
    /// A double.
    Double,
    /// Any other value, which must be read separately.
    Other,
}

impl PlainNumber {
    /// Converts a stored value.
    pub fn of(raw: RawValue<'_>) -> Self {
        let (double, integer, kind) = match (raw.tag, raw.as_double()) {
            (tag::INT32, Some(number)) => (0.0, number as i32, PlainKind::Int32),
            (_, Some(number)) => (number, 0, PlainKind::Double),
            _ if raw.is_nullish() => (0.0, 0, PlainKind::Nullish),
            _ => (0.0, 0, PlainKind::Other),
        };
        PlainNumber { double, integer, kind }
    }

    /// Returns the number as a double.
    #[inline]
    pub fn to_f64(self) -> f64 {
        self.double + f64::from(self.integer)
    }
}
