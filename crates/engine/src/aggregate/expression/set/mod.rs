//! Set operators: arrays as sets
//! (<https://www.mongodb.com/docs/manual/reference/operator/aggregation/#set-expression-operators>).

mod all_elements_true;
mod any_element_true;
mod set_difference;
mod set_equals;
mod set_intersection;
mod set_is_subset;
mod set_union;

use std::collections::BTreeMap;

use super::prelude::*;
use crate::value::key;

pub(super) const TABLE: &[Operator] = &[
    all_elements_true::OPERATOR,
    any_element_true::OPERATOR,
    set_difference::OPERATOR,
    set_equals::OPERATOR,
    set_intersection::OPERATOR,
    set_is_subset::OPERATOR,
    set_union::OPERATOR,
];

/// A set's elements in order, by their keys; equal values have equal keys.
pub(super) type Set<'v> = BTreeMap<Vec<u8>, RawValue<'v>>;

/// Returns the set of an array's elements.
pub(super) fn set_of(array: RawDoc<'_>) -> Set<'_> {
    let mut set = Set::new();
    for value in array.values() {
        set.entry(key::key_of(value.view())).or_insert(value);
    }
    set
}

/// Returns an array of these values.
pub(super) fn array_of<'r, 'v>(values: impl IntoIterator<Item = RawValue<'r>>) -> Value<'v> {
    let mut out = ArrayBuilder::new();
    for value in values {
        out.push_raw(value);
    }
    Value::array(out.finish())
}
