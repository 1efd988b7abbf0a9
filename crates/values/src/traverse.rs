//! Following a dotted path through documents and arrays.
//!
//! Rules (<https://www.mongodb.com/docs/manual/tutorial/query-arrays/>,
//! <https://www.mongodb.com/docs/manual/tutorial/query-array-of-documents/>):
//! an array on the way is entered: each of its documents is followed, and a
//! number in the path also means the element at that position; at the end of
//! the path each element is tried and then the array as a whole, unless the
//! element was picked by its position.

use crate::{Path, PathPart, RawDoc, RawValue};

/// How a predicate treats an array found at the end of its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrayMode {
    /// Each element is tried, then the array as a whole (`$eq`, `$gt`, `$regex` …).
    ElementsAndWhole,
    /// Only the array as a whole (`$size`, `$elemMatch`).
    WholeOnly,
}

/// Visits the values that a condition on a path is tried on; a path that leads
/// nowhere gives a missing value.
pub fn visit_values<'a>(doc: RawDoc<'a>, path: &Path, mode: ArrayMode, visit: &mut dyn FnMut(RawValue<'a>)) {
    visit_values_with_positions(doc, path, mode, &mut |value, _| visit(value));
}

/// As [`visit_values`], with the position of the outermost array's element that each value was found through.
pub fn visit_values_with_positions<'a>(
    doc: RawDoc<'a>,
    path: &Path,
    mode: ArrayMode,
    visit: &mut dyn FnMut(RawValue<'a>, Option<usize>),
) {
    any_value(doc, path.parts(), mode, &mut |value, position| {
        visit(value, position);
        false
    });
}

/// Visits the values at a path until `visit` returns true; whether it did.
/// `visit` gets each value with the position of the outermost array element it
/// was found through, among arrays that the path does not index. A path that ends in nothing is visited once as
/// missing.
pub fn any_value<'a>(
    doc: RawDoc<'a>,
    parts: &[PathPart],
    mode: ArrayMode,
    visit: &mut dyn FnMut(RawValue<'a>, Option<usize>) -> bool,
) -> bool {
    let Some((first, rest)) = parts.split_first() else { return false };
    match doc.get(&first.name) {
        None => visit(RawValue::MISSING, None),
        Some(value) => below(value, rest, mode, None, visit),
    }
}

fn below<'a>(
    value: RawValue<'a>,
    rest: &[PathPart],
    mode: ArrayMode,
    outer: Option<usize>,
    visit: &mut dyn FnMut(RawValue<'a>, Option<usize>) -> bool,
) -> bool {
    let Some((next, after)) = rest.split_first() else { return leaf(value, mode, outer, visit) };
    if let Some(inner) = value.as_document() {
        return match inner.get(&next.name) {
            None => visit(RawValue::MISSING, outer),
            Some(found) => below(found, after, mode, outer, visit),
        };
    }
    let Some(array) = value.as_array() else { return visit(RawValue::MISSING, outer) };
    // A path that ends in a dot ends at an array.
    if next.name.is_empty() && after.is_empty() {
        return leaf(value, mode, outer, visit);
    }
    for (index, element) in array.values().enumerate() {
        let position = outer.or(Some(index));
        if element.is_document() && below(element, rest, mode, position, visit) {
            return true;
        }
        // An element picked by its position gives none to the positional operator; an array behind it may.
        if next.index == Some(index) {
            let found = if after.is_empty() {
                visit(element, outer)
            } else {
                element.as_container().is_some() && below(element, after, mode, outer, visit)
            };
            if found {
                return true;
            }
        }
    }
    false
}

fn leaf<'a>(
    value: RawValue<'a>,
    mode: ArrayMode,
    outer: Option<usize>,
    visit: &mut dyn FnMut(RawValue<'a>, Option<usize>) -> bool,
) -> bool {
    if mode == ArrayMode::ElementsAndWhole
        && let Some(array) = value.as_array()
    {
        for (index, element) in array.values().enumerate() {
            if visit(element, outer.or(Some(index))) {
                return true;
            }
        }
    }
    visit(value, outer)
}
