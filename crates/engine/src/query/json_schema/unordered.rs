//! Equality in schemas: as in queries, but ignoring the order of fields.

use crate::value::{RawDoc, View, compare};

/// Whether two values are equal when the order of fields is ignored.
pub(super) fn equal(a: View<'_>, b: View<'_>) -> bool {
    match (a, b) {
        (View::Document(a), View::Document(b)) => documents_equal(a, b),
        (View::Array(a), View::Array(b)) => {
            a.count() == b.count() && a.values().zip(b.values()).all(|(a, b)| equal(a.view(), b.view()))
        }
        _ => compare(a, b).is_eq(),
    }
}

fn documents_equal(a: RawDoc<'_>, b: RawDoc<'_>) -> bool {
    let found = |element: crate::value::Element<'_>| {
        b.get_bytes(element.key).is_some_and(|other| equal(element.value.view(), other.view()))
    };
    a.count() == b.count() && a.iter().all(found)
}
