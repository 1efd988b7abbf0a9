//! Index bounds of conditions, and set operations on them.

use std::cmp::Ordering;

use crate::value::{RawDoc, Value, View, compare, tag};

/// One end of an [`Interval`].
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    /// The value at this end.
    pub value: Value<'static>,
    /// Whether the interval includes the value.
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

/// A comparison operator, as the relation of matching values to its operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `$lt`.
    Less,
    /// `$lte`.
    LessOrEqual,
    /// `$gt`.
    Greater,
    /// `$gte`.
    GreaterOrEqual,
}

impl Relation {
    /// Whether greater values match rather than lesser ones.
    pub fn is_above(self) -> bool {
        matches!(self, Relation::Greater | Relation::GreaterOrEqual)
    }

    /// Whether the operand itself matches.
    pub fn is_inclusive(self) -> bool {
        matches!(self, Relation::LessOrEqual | Relation::GreaterOrEqual)
    }
}

/// The intervals of index keys that a condition needs, ascending and disjoint.
#[derive(Clone, Debug, PartialEq)]
pub struct Bounds {
    /// The intervals that contain every matching key.
    pub intervals: Vec<Interval>,
    /// Whether a key inside the intervals proves the condition, on an index that is not multikey. Otherwise the key or
    /// the document must be tested.
    pub exact: bool,
    /// Whether the key's value alone decides the condition, without the document, as for regular
    /// expressions on strings.
    pub key_decides: bool,
}

impl Bound {
    fn inclusive(value: Value<'static>) -> Self {
        Bound { value, inclusive: true }
    }

    fn exclusive(value: Value<'static>) -> Self {
        Bound { value, inclusive: false }
    }
}

/// Orders two lower ends, the wider first.
fn compare_low(a: &Bound, b: &Bound) -> Ordering {
    compare(a.value.view(), b.value.view()).then(b.inclusive.cmp(&a.inclusive))
}

/// Orders two upper ends, the narrower first.
fn compare_high(a: &Bound, b: &Bound) -> Ordering {
    compare(a.value.view(), b.value.view()).then(a.inclusive.cmp(&b.inclusive))
}

impl Interval {
    /// Returns `[value, value]`.
    pub fn point(value: Value<'static>) -> Self {
        Interval { low: Bound::inclusive(value.clone()), high: Bound::inclusive(value) }
    }

    /// Returns `[MinKey, MaxKey]`.
    pub fn all() -> Self {
        Interval { low: Bound::inclusive(Value::MinKey), high: Bound::inclusive(Value::MaxKey) }
    }

    /// Whether both ends are the same value.
    pub fn is_point(&self) -> bool {
        self.low.inclusive && self.high.inclusive && self.low.value == self.high.value
    }

    fn is_empty(&self) -> bool {
        match compare(self.low.value.view(), self.high.value.view()) {
            Ordering::Less => false,
            Ordering::Equal => !(self.low.inclusive && self.high.inclusive),
            Ordering::Greater => true,
        }
    }

    fn intersect(&self, other: &Interval) -> Option<Interval> {
        let low = if compare_low(&self.low, &other.low).is_lt() { &other.low } else { &self.low };
        let high = if compare_high(&self.high, &other.high).is_lt() { &self.high } else { &other.high };
        let both = Interval { low: low.clone(), high: high.clone() };
        (!both.is_empty()).then_some(both)
    }

    fn contains(&self, other: &Interval) -> bool {
        compare_low(&self.low, &other.low).is_le() && compare_high(&self.high, &other.high).is_ge()
    }

    /// Returns all values comparable with the type: for an integer all numbers, for a string all strings.
    /// `None` for types without such a range.
    pub fn of_type(type_byte: u8) -> Option<Self> {
        let empty_document = || Value::document(RawDoc::empty().as_bytes().to_vec());
        let empty_array = || Value::array(RawDoc::empty().as_bytes().to_vec());
        let empty_binary = || Value::Binary { subtype: 0, bytes: Vec::new().into() };
        let (low, high) = match type_byte {
            tag::DOUBLE | tag::INT32 | tag::INT64 | tag::DECIMAL128 => {
                (Bound::inclusive(Value::Double(f64::NAN)), Bound::inclusive(Value::Double(f64::INFINITY)))
            }
            tag::STRING | tag::SYMBOL => {
                (Bound::inclusive(Value::string("")), Bound::exclusive(empty_document()))
            }
            tag::DOCUMENT => (Bound::inclusive(empty_document()), Bound::exclusive(empty_array())),
            tag::ARRAY => (Bound::inclusive(empty_array()), Bound::exclusive(empty_binary())),
            tag::BINARY => (Bound::inclusive(empty_binary()), Bound::exclusive(Value::ObjectId([0; 12]))),
            tag::OBJECT_ID => {
                (Bound::inclusive(Value::ObjectId([0; 12])), Bound::inclusive(Value::ObjectId([0xFF; 12])))
            }
            tag::BOOL => (Bound::inclusive(Value::Bool(false)), Bound::inclusive(Value::Bool(true))),
            tag::DATE => (Bound::inclusive(Value::Date(i64::MIN)), Bound::inclusive(Value::Date(i64::MAX))),
            tag::TIMESTAMP => {
                (Bound::inclusive(Value::Timestamp(0)), Bound::inclusive(Value::Timestamp(u64::MAX)))
            }
            tag::REGEX => (
                Bound::inclusive(Value::Regex { pattern: "".into(), options: "".into() }),
                Bound::exclusive(Value::DbPointer(Vec::new().into())),
            ),
            tag::NULL => return Some(Interval::point(Value::Null)),
            tag::UNDEFINED => return Some(Interval::point(Value::Undefined)),
            tag::MIN_KEY => return Some(Interval::point(Value::MinKey)),
            tag::MAX_KEY => return Some(Interval::point(Value::MaxKey)),
            _ => return None,
        };
        Some(Interval { low, high })
    }

    /// Returns the values that are in a relation to `value`, among the comparable types.
    pub fn range(value: &Value<'static>, relation: Relation) -> Option<Self> {
        let end = Bound { value: value.clone(), inclusive: relation.is_inclusive() };
        // MinKey and MaxKey are comparable with all types.
        let mut whole = match value {
            Value::MinKey | Value::MaxKey => Interval::all(),
            other => Interval::of_type(other.tag())?,
        };
        let is_nan = value.as_number().is_some_and(|n| n.is_nan());
        if is_nan {
            return Some(Interval::point(Value::Double(f64::NAN)));
        }
        if relation.is_above() {
            whole.low = end;
        } else {
            if value.as_number().is_some() {
                whole.low = Bound::inclusive(Value::Double(f64::NEG_INFINITY));
            }
            whole.high = end;
        }
        Some(whole)
    }
}

impl Bounds {
    /// Returns one interval that decides the condition.
    pub fn exact(interval: Interval) -> Self {
        Bounds { intervals: vec![interval], exact: true, key_decides: true }
    }

    /// Returns intervals whose documents must be tested.
    pub fn inexact(intervals: Vec<Interval>) -> Self {
        Bounds { intervals, exact: false, key_decides: false }.normalised()
    }

    /// Sorts the intervals, joins overlapping ones and drops empty ones.
    pub fn normalised(mut self) -> Self {
        self.intervals.retain(|interval| !interval.is_empty());
        crate::value::sort_by(&mut self.intervals, |a, b| compare_low(&a.low, &b.low));
        let mut joined: Vec<Interval> = Vec::with_capacity(self.intervals.len());
        for interval in self.intervals {
            if let Some(last) = joined.last_mut() {
                let order = compare(interval.low.value.view(), last.high.value.view());
                let touches =
                    order.is_lt() || (order.is_eq() && (interval.low.inclusive || last.high.inclusive));
                if touches {
                    if compare_high(&last.high, &interval.high).is_lt() {
                        last.high = interval.high;
                    }
                    continue;
                }
            }
            joined.push(interval);
        }
        self.intervals = joined;
        self
    }

    /// Returns the values in both.
    #[must_use]
    pub fn intersect(&self, other: &Bounds) -> Bounds {
        let pairs = self.intervals.iter().flat_map(|a| other.intervals.iter().filter_map(|b| a.intersect(b)));
        Bounds {
            intervals: pairs.collect(),
            exact: self.exact && other.exact,
            key_decides: self.key_decides && other.key_decides,
        }
        .normalised()
    }

    /// Returns the values in either.
    #[must_use]
    pub fn union(&self, other: &Bounds) -> Bounds {
        Bounds {
            intervals: self.intervals.iter().chain(&other.intervals).cloned().collect(),
            exact: self.exact && other.exact,
            key_decides: self.key_decides && other.key_decides,
        }
        .normalised()
    }

    /// Returns the values that are not inside.
    #[must_use]
    pub fn complement(&self) -> Bounds {
        let mut out = Vec::with_capacity(self.intervals.len() + 1);
        let mut low = Bound::inclusive(Value::MinKey);
        for interval in &self.intervals {
            let high = Bound { value: interval.low.value.clone(), inclusive: !interval.low.inclusive };
            out.push(Interval { low, high });
            low = Bound { value: interval.high.value.clone(), inclusive: !interval.high.inclusive };
        }
        out.push(Interval { low, high: Bound::inclusive(Value::MaxKey) });
        Bounds { intervals: out, exact: self.exact, key_decides: self.key_decides }.normalised()
    }

    /// Whether every value of `other` is inside.
    pub fn contains(&self, other: &Bounds) -> bool {
        other.intervals.iter().all(|inner| self.intervals.iter().any(|outer| outer.contains(inner)))
    }

    /// Whether a value is inside.
    pub fn includes(&self, value: View<'_>) -> bool {
        self.intervals.iter().any(|interval| {
            let low = compare(value, interval.low.value.view());
            let high = compare(value, interval.high.value.view());
            (low.is_gt() || (low.is_eq() && interval.low.inclusive))
                && (high.is_lt() || (high.is_eq() && interval.high.inclusive))
        })
    }
}

/// Returns the bounds of equality with a value. For an array they contain the array and its first element,
/// because an index holds the elements.
pub fn equality_bounds(value: &Value<'static>) -> Bounds {
    match value {
        Value::Array(bytes) => {
            let first =
                RawDoc::new(bytes).first().map_or(Value::Undefined, |e| Value::from(e.value).into_owned());
            Bounds::inexact(vec![Interval::point(first), Interval::point(value.clone())])
        }
        // A missing field is indexed as null too, and with arrays it may be missing in only one element.
        Value::Null => Bounds::inexact(vec![Interval::point(Value::Null)]),
        other => Bounds::exact(Interval::point(other.clone())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn bounds() -> impl Strategy<Value = Bounds> {
        let end = (0i32..6, any::<bool>());
        prop::collection::vec((end.clone(), end), 0..4).prop_map(|ends| {
            let bound = |(n, inclusive)| Bound { value: Value::Int32(n), inclusive };
            let intervals =
                ends.into_iter().map(|(low, high)| Interval { low: bound(low), high: bound(high) });
            Bounds { intervals: intervals.collect(), exact: true, key_decides: true }.normalised()
        })
    }

    proptest! {
        #[test]
        fn set_operations_agree_with_membership(a in bounds(), b in bounds(), n in -2i32..14) {
            // Halves lie between the ends.
            let value = Value::Double(f64::from(n) / 2.0);
            let (in_a, in_b) = (a.includes(value.view()), b.includes(value.view()));
            prop_assert_eq!(a.union(&b).includes(value.view()), in_a || in_b);
            prop_assert_eq!(a.intersect(&b).includes(value.view()), in_a && in_b);
            prop_assert_eq!(a.complement().includes(value.view()), !in_a);
            prop_assert!(!a.contains(&b) || !in_b || in_a);
        }
    }
}
