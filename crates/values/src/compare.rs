//! The order of BSON values.
//!
//! <https://www.mongodb.com/docs/manual/reference/bson-type-comparison-order/>

use std::cmp::Ordering;

use super::{RawDoc, RawValue, View};

/// Orders two stored values: by type rank, then by value.
#[inline]
pub fn compare_raw(a: RawValue<'_>, b: RawValue<'_>) -> Ordering {
    compare(a.view(), b.view())
}

/// Orders two values: by type rank, then by value. Numbers of different types
/// compare by mathematical value; NaN is the smallest number.
pub fn compare(a: View<'_>, b: View<'_>) -> Ordering {
    match (a, b) {
        (View::Number(a), View::Number(b)) => a.compare(b),
        (View::String(a) | View::Symbol(a), View::String(b) | View::Symbol(b)) => a.cmp(b),
        (View::Document(a), View::Document(b)) => compare_documents(a, b),
        (View::Array(a), View::Array(b)) => compare_arrays(a, b),
        (View::Binary { subtype: s, bytes: a }, View::Binary { subtype: t, bytes: b }) => {
            a.len().cmp(&b.len()).then(s.cmp(&t)).then_with(|| a.cmp(b))
        }
        (View::ObjectId(a), View::ObjectId(b)) => a.cmp(&b),
        (View::Bool(a), View::Bool(b)) => a.cmp(&b),
        (View::Date(a), View::Date(b)) => a.cmp(&b),
        (View::Timestamp(a), View::Timestamp(b)) => a.cmp(&b),
        (View::Regex { pattern: a, options: o }, View::Regex { pattern: b, options: p }) => {
            a.cmp(b).then_with(|| o.cmp(p))
        }
        (View::DbPointer(a), View::DbPointer(b)) => a.len().cmp(&b.len()).then_with(|| a.cmp(b)),
        (View::Code(a), View::Code(b)) => a.cmp(b),
        (View::CodeWithScope { code: a, scope: s }, View::CodeWithScope { code: b, scope: t }) => {
            a.cmp(b).then_with(|| compare_documents(s, t))
        }
        (a, b) => a.rank().cmp(&b.rank()),
    }
}

/// Orders two documents element by element: type rank, then field name, then
/// value; a prefix sorts first.
pub fn compare_documents(a: RawDoc<'_>, b: RawDoc<'_>) -> Ordering {
    compare_elements(a, b, true)
}

/// Orders two arrays element by element; a prefix sorts first.
pub fn compare_arrays(a: RawDoc<'_>, b: RawDoc<'_>) -> Ordering {
    compare_elements(a, b, false)
}

fn compare_elements(a: RawDoc<'_>, b: RawDoc<'_>, names: bool) -> Ordering {
    let (mut left, mut right) = (a.iter(), b.iter());
    loop {
        let (l, r) = match (left.next(), right.next()) {
            (None, None) => return Ordering::Equal,
            (None, Some(_)) => return Ordering::Less,
            (Some(_), None) => return Ordering::Greater,
            (Some(l), Some(r)) => (l, r),
        };
        let (x, y) = (l.value.view(), r.value.view());
        let mut order = x.rank().cmp(&y.rank());
        if names {
            order = order.then_with(|| l.key.cmp(r.key));
        }
        order = order.then_with(|| compare(x, y));
        if order != Ordering::Equal {
            return order;
        }
    }
}
