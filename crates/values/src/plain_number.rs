//! Numbers as sums and comparisons of many of them take them.

use super::{RawValue, tag};

/// A stored value as an integer or a double, so that many can be summed without looking at their types: the
/// number is the sum of both parts, and one of them is zero.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlainNumber {
    /// The value of a double.
    pub double: f64,
    /// The value of a 32-bit integer.
    pub integer: i32,
    /// What it is.
    pub kind: PlainKind,
}

/// What a [`PlainNumber`] was made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlainKind {
    /// Null or missing.
    #[default]
    Nullish,
    /// A 32-bit integer.
    Int32,
    /// A double.
    Double,
    /// Something else, which has to be read itself.
    Other,
}

impl PlainNumber {
    /// What a stored value is.
    pub fn of(raw: RawValue<'_>) -> Self {
        let (double, integer, kind) = match (raw.tag, raw.as_double()) {
            (tag::INT32, Some(number)) => (0.0, number as i32, PlainKind::Int32),
            (_, Some(number)) => (number, 0, PlainKind::Double),
            _ if raw.is_nullish() => (0.0, 0, PlainKind::Nullish),
            _ => (0.0, 0, PlainKind::Other),
        };
        PlainNumber { double, integer, kind }
    }

    /// The number as a double.
    #[inline]
    pub fn to_f64(self) -> f64 {
        self.double + f64::from(self.integer)
    }
}
