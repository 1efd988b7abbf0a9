//! The part of an index that a condition needs.

use crate::value::Value;

/// One end of an [`Interval`].
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    /// The value at this end.
    pub value: Value<'static>,
    /// Whether the value itself belongs to the interval.
    pub inclusive: bool,
}

/// A range of values in ascending BSON order.
#[derive(Clone, Debug, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: Bound,
    /// Upper end.
    pub high: Bound,
}

/// The intervals of one index field that a condition needs, ascending and disjoint.
#[derive(Clone, Debug, PartialEq)]
pub struct Bounds {
    /// Where matching index keys lie.
    pub intervals: Vec<Interval>,
    /// Whether a key inside the intervals proves the condition (on an index
    /// that is not multikey); otherwise the key or the document is checked again.
    pub exact: bool,
    /// Whether the key's value alone can be checked against the condition
    /// without fetching the document (regular expressions on strings).
    pub key_decides: bool,
}

impl Interval {
    /// `[value, value]`.
    pub fn point(value: Value<'static>) -> Self {
        Interval {
            low: Bound { value: value.clone(), inclusive: true },
            high: Bound { value, inclusive: true },
        }
    }

    /// `[MinKey, MaxKey]`.
    pub fn all() -> Self {
        Interval {
            low: Bound { value: Value::MinKey, inclusive: true },
            high: Bound { value: Value::MaxKey, inclusive: true },
        }
    }

    /// Whether both ends are the same value.
    pub fn is_point(&self) -> bool {
        self.low.inclusive && self.high.inclusive && self.low.value == self.high.value
    }
}
