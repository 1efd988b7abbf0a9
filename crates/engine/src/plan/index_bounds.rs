//! Encoded index bounds, and the checks by which a scan follows them.

use super::Direction;
use crate::query::{Bounds, Interval};
use crate::value::{DocBuilder, Value, display_value, key};

/// A range of encoded values of one index field, in the index's key order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct KeyInterval {
    low: Vec<u8>,
    low_inclusive: bool,
    high: Vec<u8>,
    high_inclusive: bool,
}

impl KeyInterval {
    fn new(interval: &Interval, descending: bool) -> Self {
        let encode = |value: &crate::value::Value<'_>| {
            let mut out = Vec::new();
            if descending {
                key::encode_descending(value.view(), &mut out);
            } else {
                key::encode(value.view(), &mut out);
            }
            out
        };
        let (first, last) =
            if descending { (&interval.high, &interval.low) } else { (&interval.low, &interval.high) };
        KeyInterval {
            low: encode(&first.value),
            low_inclusive: first.inclusive,
            high: encode(&last.value),
            high_inclusive: last.inclusive,
        }
    }

    fn is_point(&self) -> bool {
        self.low_inclusive && self.high_inclusive && self.low == self.high
    }

    /// Whether a component is the interval's last value in this direction.
    fn ends_with(&self, component: &[u8], direction: Direction) -> bool {
        component == if direction.is_forward() { &self.high } else { &self.low }
    }

    /// Compares a component's position with the interval: before, inside or after.
    fn locate(&self, component: &[u8]) -> std::cmp::Ordering {
        use std::cmp::Ordering::{Equal, Greater, Less};
        match component.cmp(&self.low) {
            Less => return Less,
            Equal if !self.low_inclusive => return Less,
            _ => {}
        }
        match component.cmp(&self.high) {
            Greater => Greater,
            Equal if !self.high_inclusive => Greater,
            _ => Equal,
        }
    }
}

/// The intervals of one index field.
#[derive(Clone, Debug)]
pub struct FieldBounds {
    /// The field's path.
    pub path: String,
    /// The bounds in ascending value order, as the query defines them.
    pub bounds: Bounds,
    /// Whether the field's key order is descending.
    pub descending: bool,
    /// The encoded intervals in key order.
    keys: Vec<KeyInterval>,
}

impl FieldBounds {
    /// Encodes a field's bounds.
    pub fn new(path: &str, bounds: Bounds, descending: bool) -> Self {
        let mut keys: Vec<_> = bounds.intervals.iter().map(|i| KeyInterval::new(i, descending)).collect();
        if descending {
            keys.reverse();
        }
        FieldBounds { path: path.to_owned(), bounds, descending, keys }
    }

    /// Whether every interval is a single value.
    pub fn is_points(&self) -> bool {
        self.keys.iter().all(KeyInterval::is_point)
    }

    /// Whether the only interval is a single value.
    pub fn is_point(&self) -> bool {
        self.keys.len() == 1 && self.keys[0].is_point()
    }

    /// Whether the field is unrestricted.
    pub fn is_all(&self) -> bool {
        self.bounds.intervals == [Interval::all()]
    }

    /// Number of intervals.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether no value can match.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }
}

/// The bounds of a whole index.
#[derive(Clone, Debug)]
pub struct IndexBounds {
    /// Per index field.
    pub fields: Vec<FieldBounds>,
    /// The range of whole keys that `min` and `max` define. With it, the fields are unrestricted.
    pub range: Option<KeyRange>,
}

/// A half-open range of encoded keys; `None` is unlimited.
#[derive(Clone, Debug)]
pub struct KeyRange {
    /// The first key.
    pub low: Option<Vec<u8>>,
    /// The key after the last.
    pub high: Option<Vec<u8>>,
}

/// The result of [`IndexBounds::check`] for a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Check {
    /// The key is inside the bounds.
    Valid,
    /// The key is outside. The next key inside is at or after these bytes; in a backward scan, before them.
    SeekTo(Vec<u8>),
    /// The key is after the last key inside.
    Done,
}

impl IndexBounds {
    /// Returns the ends of the scan if it is one range: equalities, then at most one interval, then
    /// unrestricted fields. Such a scan meets no key outside.
    pub fn single_range(&self) -> Option<(Vec<u8>, Vec<u8>)> {
        if let Some(range) = &self.range {
            // Every encoded value is less than this byte.
            let end = || vec![0xFF; 2];
            return Some((range.low.clone().unwrap_or_default(), range.high.clone().unwrap_or_else(end)));
        }
        let (mut low, mut high) = (Vec::new(), Vec::new());
        let mut fields = self.fields.iter();
        for field in fields.by_ref() {
            let [interval] = field.keys.as_slice() else { return None };
            low.extend_from_slice(&interval.low);
            high.extend_from_slice(&interval.high);
            if interval.is_point() {
                continue;
            }
            if !interval.low_inclusive {
                low = successor(low)?;
            }
            if interval.high_inclusive {
                high = successor(high)?;
            }
            return fields.all(FieldBounds::is_all).then_some((low, high));
        }
        high = successor(high)?;
        Some((low, high))
    }

    /// Returns the key to start at; in a backward scan, the key to start before.
    pub fn start(&self, direction: Direction) -> Option<Vec<u8>> {
        self.edge(Vec::new(), 0, None, direction)
    }

    /// Returns the edge of the bounds under a fixed prefix: of interval `at` of field `from` (or its
    /// first), and of the outermost intervals of later fields.
    fn edge(&self, prefix: Vec<u8>, from: usize, at: Option<usize>, direction: Direction) -> Option<Vec<u8>> {
        let forward = direction.is_forward();
        let mut out = prefix;
        for (i, field) in self.fields.iter().enumerate().skip(from) {
            let outermost = if forward { field.keys.first() } else { field.keys.last() };
            let interval = at.filter(|_| i == from).and_then(|at| field.keys.get(at)).or(outermost)?;
            let (bytes, inclusive) = if forward {
                (&interval.low, interval.low_inclusive)
            } else {
                (&interval.high, interval.high_inclusive)
            };
            out.extend_from_slice(bytes);
            if !inclusive {
                return if forward { successor(out) } else { Some(out) };
            }
        }
        if forward { Some(out) } else { successor(out) }
    }

    /// Checks whether a key is inside, and if not, where to continue.
    pub fn check(&self, bytes: &[u8], direction: Direction) -> Check {
        use std::cmp::Ordering::{Equal, Greater, Less};
        let forward = direction.is_forward();
        let mut start = 0;
        for (i, field) in self.fields.iter().enumerate() {
            let Some(length) = key::component_length(&bytes[start..], field.descending) else {
                return Check::Done;
            };
            let component = &bytes[start..start + length];
            let found = field.keys.iter().map(|k| k.locate(component)).enumerate();
            let mut next = None;
            let mut inside = false;
            for (at, place) in found {
                match place {
                    Equal => {
                        inside = true;
                        break;
                    }
                    Less if forward => {
                        next = Some(at);
                        break;
                    }
                    Greater if !forward => next = Some(at),
                    _ => {}
                }
            }
            if inside {
                start += length;
                continue;
            }
            let prefix = &bytes[..start];
            return match next {
                Some(at) => {
                    self.edge(prefix.to_vec(), i, Some(at), direction).map_or(Check::Done, Check::SeekTo)
                }
                // No interval is left for this field, so the prefix must advance.
                None if self.ends_at(prefix, i, direction) => Check::Done,
                None if forward => successor(prefix.to_vec()).map_or(Check::Done, Check::SeekTo),
                None => Check::SeekTo(prefix.to_vec()),
            };
        }
        Check::Valid
    }

    /// Whether no key inside comes after those with a prefix of `fields` fields: each component is the last
    /// value of its field's last interval.
    fn ends_at(&self, prefix: &[u8], fields: usize, direction: Direction) -> bool {
        let mut rest = prefix;
        for field in self.fields.iter().take(fields) {
            let Some(length) = key::component_length(rest, field.descending) else { return false };
            let (component, behind) = rest.split_at(length);
            let last = if direction.is_forward() { field.keys.last() } else { field.keys.first() };
            if !last.is_some_and(|last| last.ends_with(component, direction)) {
                return false;
            }
            rest = behind;
        }
        true
    }

    /// Whether keys from `low` to below `high` may be inside.
    pub fn meets(&self, low: &[u8], high: &[u8]) -> bool {
        match self.check(low, Direction::Forward) {
            Check::Valid => true,
            Check::SeekTo(next) => next.as_slice() < high && !self.are_before(low),
            Check::Done => false,
        }
    }

    /// Whether all keys inside are less than `key`. Detects only the case where `key` has the only value of
    /// every field but one, and a greater value there; otherwise returns false.
    fn are_before(&self, key: &[u8]) -> bool {
        let mut rest = key;
        for field in &self.fields {
            let Some(length) = key::component_length(rest, field.descending) else { return false };
            let (component, behind) = rest.split_at(length);
            match field.keys.as_slice() {
                [only] if only.low == component && only.high == component => rest = behind,
                keys => return keys.iter().all(|interval| interval.locate(component).is_gt()),
            }
        }
        false
    }

    /// Writes explain's `indexBounds`, as in `{ a: ["[1, 1]"], b: ["[MinKey, MaxKey]"] }`. Writes nothing
    /// for `min` and `max`.
    pub fn describe(&self, out: &mut DocBuilder, direction: Direction) {
        if self.range.is_some() {
            return;
        }
        for field in &self.fields {
            let is_reversed = field.descending == direction.is_forward();
            out.array(&field.path, |array| {
                let mut texts: Vec<String> =
                    field.bounds.intervals.iter().map(|i| interval_text(i, is_reversed)).collect();
                if is_reversed {
                    texts.reverse();
                }
                for text in texts {
                    array.push_str(&text);
                }
            });
        }
    }
}

impl IndexBounds {
    /// Writes the bounds of a `COUNT_SCAN`: its first and last key.
    pub fn describe_ends(&self, out: &mut DocBuilder) {
        let ends = |last: bool| {
            self.fields.iter().filter_map(move |field| {
                let interval = match last == field.descending {
                    true => field.bounds.intervals.first()?,
                    false => field.bounds.intervals.last()?,
                };
                let end = if last == field.descending { &interval.low } else { &interval.high };
                Some((field.path.as_str(), end))
            })
        };
        for (name, last) in [("startKey", false), ("endKey", true)] {
            out.document(name, |key| {
                let mut outside = false;
                for (path, end) in ends(last) {
                    // An excluded value excludes all keys that begin with it.
                    match (&end.value, outside) {
                        (Value::MinKey, true) => key.append(path, &Value::MaxKey),
                        (Value::MaxKey, true) => key.append(path, &Value::MinKey),
                        (value, _) => key.append(path, value),
                    };
                    outside |= !end.inclusive;
                }
            });
            out.append_bool(&format!("{name}Inclusive"), ends(last).all(|(_, end)| end.inclusive));
        }
    }
}

/// Formats an interval with the end that the scan reaches last written last.
fn interval_text(interval: &Interval, reversed: bool) -> String {
    let (first, last) =
        if reversed { (&interval.high, &interval.low) } else { (&interval.low, &interval.high) };
    format!(
        "{}{}, {}{}",
        if first.inclusive { '[' } else { '(' },
        end_text(&first.value),
        end_text(&last.value),
        if last.inclusive { ']' } else { ')' }
    )
}

/// Formats a bound's value as explain does: strings are quoted but not escaped.
fn end_text(value: &Value<'_>) -> String {
    match value {
        Value::String(text) => format!("\"{text}\""),
        other => display_value(other.view()),
    }
}

/// Returns the least byte string that is greater than all with the prefix `bytes`.
pub(super) fn successor(mut bytes: Vec<u8>) -> Option<Vec<u8>> {
    while let Some(last) = bytes.pop() {
        if last < 0xFF {
            bytes.push(last + 1);
            return Some(bytes);
        }
    }
    None
}
