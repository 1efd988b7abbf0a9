//! `$sort` of `$push`: <https://www.mongodb.com/docs/manual/reference/operator/update/sort/>.

use std::cmp::Ordering;

use super::order::Order;
use super::prelude::*;

/// The order of an array's elements.
#[derive(Debug)]
pub(super) struct PushSort {
    by: By,
    order: Order,
}

/// The sort key of elements.
#[derive(Debug)]
enum By {
    /// Whole elements.
    Elements(Direction),
    /// Fields of the elements.
    Fields(Vec<(Vec<Box<str>>, Direction)>),
}

/// The direction, 1 or -1.
#[derive(Clone, Copy, Debug)]
pub(super) enum Direction {
    Ascending,
    Descending,
}

impl Direction {
    fn of(value: RawValue<'_>) -> Option<Self> {
        match value.as_number()?.to_i64_exact()? {
            1 => Some(Direction::Ascending),
            -1 => Some(Direction::Descending),
            _ => None,
        }
    }

    fn apply(self, order: Ordering) -> Ordering {
        match self {
            Direction::Ascending => order,
            Direction::Descending => order.reverse(),
        }
    }
}

impl PushSort {
    /// Parses `$sort` of `$push`.
    ///
    /// # Errors
    /// `BadValue` (2) unless it is 1, -1 or a document of fields with these.
    pub(super) fn parse(value: RawValue<'_>, order: Order) -> Result<Self> {
        let Some(pattern) = value.as_document() else {
            return Direction::of(value).map(|way| PushSort { by: By::Elements(way), order }).ok_or_else(|| {
                Error::bad_value(
                    "The $sort is invalid: use 1/-1 to sort the whole element, or {field:1/-1} to sort embedded \
                     fields",
                )
            });
        };
        if pattern.is_empty() {
            return Err(Error::bad_value("The $sort pattern is empty when it should be a set of fields."));
        }
        let field = |element: Element<'_>| {
            let direction = Direction::of(element.value)
                .ok_or_else(|| Error::bad_value("The $sort element value must be either 1 or -1"))?;
            let name = element.name();
            if name.is_empty() {
                return Err(Error::bad_value("The $sort field cannot be empty"));
            }
            if name.split('.').any(str::is_empty) {
                return Err(Error::bad_value(format!(
                    "The $sort field is a dotted field but has an empty part: {name}"
                )));
            }
            Ok((name.split('.').map(Box::from).collect(), direction))
        };
        Ok(PushSort { by: By::Fields(pattern.iter().map(field).collect::<Result<_>>()?), order })
    }

    /// Sorts the items stably.
    pub(super) fn sort(&self, items: &mut [RawValue<'_>]) {
        let compare = |a, b| self.order.compare(a, b);
        match &self.by {
            By::Elements(direction) => crate::value::sort_by(items, |a, b| direction.apply(compare(*a, *b))),
            By::Fields(fields) => crate::value::sort_by(items, |a, b| {
                fields
                    .iter()
                    .map(|(path, direction)| direction.apply(compare(field(*a, path), field(*b, path))))
                    .find(|order| order.is_ne())
                    .unwrap_or(Ordering::Equal)
            }),
        }
    }
}

/// Returns the value at a path of an element, or null.
fn field<'a>(element: RawValue<'a>, path: &[Box<str>]) -> RawValue<'a> {
    let Some(doc) = element.as_document() else { return RawValue::NULL };
    let mut value = RawValue { tag: element.tag, bytes: doc.as_bytes() };
    for name in path {
        let inner = value.as_container().and_then(|container| container.get(name));
        let Some(inner) = inner else { return RawValue::NULL };
        value = inner;
    }
    value
}
