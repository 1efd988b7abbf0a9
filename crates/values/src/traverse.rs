//! The traversal of a dotted path through documents and arrays.
//!
//! Rules (<https://www.mongodb.com/docs/manual/tutorial/query-arrays/>,
//! <https://www.mongodb.com/docs/manual/tutorial/query-array-of-documents/>): an array on the path is
//! entered, and each of its documents is followed. A number in the path also means the element at that
//! position. At the end of the path each element is visited and then the array as a whole, unless the
//! element was selected by position.

use crate::{Path, PathPart, RawDoc, RawValue};

/// The treatment of an array at the end of a predicate's path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrayMode {
    /// Each element, then the array as a whole (`$eq`, `$gt`, `$regex` …).
    ElementsAndWhole,
    /// Only the array as a whole (`$size`, `$elemMatch`).
    WholeOnly,
}

/// Visits the values that a predicate on a path tests. A path that leads nowhere yields a missing value.
pub fn visit_values<'a>(doc: RawDoc<'a>, path: &Path, mode: ArrayMode, visit: &mut dyn FnMut(RawValue<'a>)) {
    visit_values_with_positions(doc, path, mode, &mut |value, _| visit(value));
}

/// Like [`visit_values`], with the position of the outermost array element that led to each value.
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

/// Visits the values at a path until `visit` returns true, and returns whether it did. `visit` gets each
/// value with the position of the outermost array element that led to it, ignoring arrays that the path
/// indexes. A path that leads nowhere is visited once as missing.
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
    // A path with a trailing dot ends at an array.
    if next.name.is_empty() && after.is_empty() {
        return leaf(value, mode, outer, visit);
    }
    for (index, element) in array.values().enumerate() {
        let position = outer.or(Some(index));
        if element.is_document() && below(element, rest, mode, position, visit) {
            return true;
        }
        // An element selected by position sets no match position; an array after it may.
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
