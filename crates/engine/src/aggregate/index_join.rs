//! Finding the documents of a collection by a field that an index is on,
//! without planning a query for each value.
//!
//! Only where the planner has nothing to choose from: one index begins with
//! the field, and its keys alone decide the equality. Everything else goes
//! through the planner.

use std::ops::ControlFlow;

use crate::collection::{Collection, Index, KeyKind, RecordId};
use crate::plan::Examined;
use crate::value::{RawValue, key, tag};

/// The only index that the planner could use for an equality on a path.
pub(super) fn only_index<'c>(collection: &'c Collection, path: &str) -> Option<&'c Index> {
    if collection.plan_cache.restricts() {
        return None;
    }
    let mut only = None;
    for index in collection.indexes() {
        if index.spec.hidden {
            continue;
        }
        let first = index.spec.fields.first()?;
        if index.spec.wildcard.is_some() {
            return None;
        }
        if first.path.as_str() != path {
            continue;
        }
        let plain = matches!(first.kind, KeyKind::Ascending | KeyKind::Descending)
            && index.spec.partial.is_none()
            && index.spec.collation.is_none();
        if !plain || only.is_some() {
            return None;
        }
        only = Some(index);
    }
    only
}

/// Whether the documents that equal a value are those under its key: a missing
/// field has the key of null, and the elements of an array have keys of their own.
pub(super) fn key_decides(value: RawValue<'_>) -> bool {
    matches!(
        value.tag,
        tag::STRING
            | tag::INT32
            | tag::INT64
            | tag::DOUBLE
            | tag::DECIMAL128
            | tag::OBJECT_ID
            | tag::BOOL
            | tag::DATE
            | tag::TIMESTAMP
            | tag::BINARY
    )
}

/// The records whose first indexed field equals the value, in key order.
pub(super) fn find(index: &Index, value: RawValue<'_>, examined: &mut Examined) -> Vec<RecordId> {
    let mut out = Vec::new();
    let mut low = Vec::with_capacity(32);
    if index.spec.fields.first().is_some_and(|field| field.is_descending()) {
        key::encode_descending(value.view(), &mut low);
    } else {
        key::encode(value.view(), &mut low);
    }
    // Only behind other fields one document may have several keys with this value.
    let repeats = index.spec.fields.len() > 1 && index.is_multikey();
    let mut seen = std::collections::HashSet::new();
    index.tree.walk_from(&low, 0, |entry| {
        if !entry.key.starts_with(&low) {
            return ControlFlow::Break(());
        }
        examined.keys += 1;
        if !repeats || seen.insert(entry.record) {
            out.push(entry.record);
        }
        ControlFlow::Continue(())
    });
    out
}
