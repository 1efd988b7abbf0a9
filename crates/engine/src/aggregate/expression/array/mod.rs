//! Array operators
//! (<https://www.mongodb.com/docs/manual/reference/operator/aggregation/#array-expression-operators>).

mod array_elem_at;
mod array_to_object;
mod concat_arrays;
mod filter;
mod first;
mod first_n;
mod r#in;
mod index_of_array;
mod is_array;
mod last;
mod last_n;
mod map;
mod max_n;
pub(in crate::aggregate) use max_n::{check_n_argument, count as count_of};
mod min_n;
mod object_to_array;
mod range;
mod reduce;
mod reverse_array;
mod size;
mod slice;
mod sort_array;
mod zip;

use std::borrow::Cow;

use super::prelude::*;

pub(super) const TABLE: &[Operator] = &[
    array_elem_at::OPERATOR,
    array_to_object::OPERATOR,
    concat_arrays::OPERATOR,
    filter::OPERATOR,
    first::OPERATOR,
    first_n::OPERATOR,
    r#in::OPERATOR,
    index_of_array::OPERATOR,
    is_array::OPERATOR,
    last::OPERATOR,
    last_n::OPERATOR,
    map::OPERATOR,
    max_n::OPERATOR,
    min_n::OPERATOR,
    object_to_array::OPERATOR,
    range::OPERATOR,
    reduce::OPERATOR,
    reverse_array::OPERATOR,
    size::OPERATOR,
    slice::OPERATOR,
    sort_array::OPERATOR,
    zip::OPERATOR,
];

/// Returns the element at an index, borrowed if the array is.
pub(super) fn element<'a>(array: Value<'a>, index: usize) -> Value<'a> {
    match array {
        Value::Array(Cow::Borrowed(bytes)) => {
            RawDoc::new(bytes).nth(index).map_or(Value::Missing, Value::from)
        }
        Value::Array(Cow::Owned(bytes)) => {
            RawDoc::new(&bytes).nth(index).map_or(Value::Missing, |raw| Value::from(raw).into_owned())
        }
        _ => Value::Missing,
    }
}

/// Returns the elements of an array (or the values of a document's fields).
pub(super) fn items(array: RawDoc<'_>) -> Vec<RawValue<'_>> {
    array.values().collect()
}

/// Creates an array of encoded values.
pub(super) fn array_of<'r, 'v>(values: impl IntoIterator<Item = RawValue<'r>>) -> Value<'v> {
    let mut out = ArrayBuilder::new();
    for value in values {
        out.push_raw(value);
    }
    Value::array(out.finish())
}

/// Returns a whole number that fits in 32 bits, as sizes and positions must.
pub(super) fn whole(value: &Value<'_>) -> Option<i32> {
    i32::try_from(value.as_number()?.to_i64_exact()?).ok()
}
