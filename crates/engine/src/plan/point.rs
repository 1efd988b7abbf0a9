//! Point lookups without a plan: an equality on a path with which only one index begins, if the index key alone decides
//! it. Meters and explain show the same as for the planner's plan.

use std::ops::ControlFlow;

use super::PlanRequest;
use super::express::only_condition;
use super::usable_condition::leads_to_array_positions;
use crate::collection::{Collection, Index, KeyField, RecordId};
use crate::value::{Number, RawValue, Value, View, key, tag};

/// Returns the position of the only index that the planner could use for an equality on a path.
pub fn only_index(collection: &Collection, path: &str) -> Option<usize> {
    if collection.plan_cache.has_filters() {
        return None;
    }
    let mut only = None;
    for (at, index) in collection.indexes().iter().enumerate() {
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
        let plain = first.kind.is_ordered()
            && !leads_to_array_positions(&first.path)
            && !index.spec.clustered
            && index.spec.partial.is_none()
            && index.spec.collation.is_none();
        if !plain || only.is_some() {
            return None;
        }
        only = Some(at);
    }
    only
}

/// Whether an equality matches exactly the documents under the value's key. False for null, since a missing field has
/// the same key, and for arrays, since their elements have keys of their own.
pub fn key_decides(value: RawValue<'_>) -> bool {
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

/// Whether a value has a type that [`key_decides`] accepts, and equals itself.
pub fn is_plain(value: View<'_>) -> bool {
    match value {
        View::String(_) | View::ObjectId(_) | View::Date(_) => true,
        View::Number(Number::Decimal(_)) => false,
        View::Number(number) => !number.to_f64().is_nan(),
        _ => false,
    }
}

/// The operation that a lookup serves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LookupPurpose {
    /// A `find`.
    Find,
    /// A `find` limited to one document.
    FindOne,
    /// A write.
    Write,
}

/// A lookup in an index.
#[derive(Clone, Copy, Debug)]
pub struct PointLookup<'c> {
    index: &'c Index,
    /// Whether a server would use its express path: by `_id`, and for a `find` of at most one document.
    express: bool,
}

impl<'c> PointLookup<'c> {
    /// Returns the lookup for an equality of a path with a value of a plain type; `None` when the query
    /// needs the planner.
    pub fn new(collection: &'c Collection, path: &str, purpose: LookupPurpose) -> Option<Self> {
        let options = &collection.options;
        if options.view.is_some() || options.collation.is_some() {
            return None;
        }
        let index = collection.indexes().get(only_index(collection, path)?)?;
        let spec = &index.spec;
        if spec.is_id() {
            return Some(PointLookup { index, express: true });
        }
        let repeats = index.is_multikey();
        // If other fields follow, or the path has several parts, a document may have several keys with this
        // value.
        if spec.text.is_some() || (repeats && (spec.fields.len() > 1 || path.contains('.'))) {
            return None;
        }
        let wants_one = match purpose {
            LookupPurpose::FindOne => true,
            LookupPurpose::Find => spec.unique && spec.fields.len() == 1,
            LookupPurpose::Write => false,
        };
        Some(PointLookup { index, express: wants_one && !repeats })
    }

    /// Returns the lookup for a write's filter and its value, if the filter is such an equality.
    pub fn of_write<'r>(collection: &'c Collection, request: &'r PlanRequest) -> Option<(Self, View<'r>)> {
        let PlanRequest { sort, hint, min, max, projection, collation, allowed, .. } = request;
        let special = sort.is_some()
            || hint.is_some()
            || min.is_some()
            || max.is_some()
            || projection.is_some()
            || collation.is_some()
            || allowed.is_some();
        if special || request.is_find || request.skip > 0 || request.limit.is_some_and(|limit| limit != 1) {
            return None;
        }
        let leaf = only_condition(request.filter.root())?;
        let value = leaf.predicate.equals().map(Value::view).filter(|value| is_plain(*value))?;
        Some((Self::new(collection, leaf.path.as_str(), LookupPurpose::Write)?, value))
    }

    /// Passes records to `visit` in key order until it breaks. The value must be [`is_plain`].
    pub fn walk(&self, value: View<'_>, mut visit: impl FnMut(RecordId) -> ControlFlow<()>) {
        let mut start = Vec::with_capacity(32);
        if self.index.spec.fields.first().is_some_and(KeyField::is_descending) {
            key::encode_descending(value, &mut start);
        } else {
            key::encode(value, &mut start);
        }
        self.index.tree.walk_from(&start, 0, |entry| {
            if !entry.key.starts_with(&start) || visit(entry.record).is_break() || self.express {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
    }

    /// Counts an index access for `$indexStats`.
    pub fn count_access(&self) {
        self.index.count_access();
    }

    /// Returns the `planSummary`.
    pub fn summary(&self) -> String {
        let name = if self.express { "EXPRESS_IXSCAN " } else { "IXSCAN " };
        [name, self.index.spec.shown_pattern()].concat()
    }
}
