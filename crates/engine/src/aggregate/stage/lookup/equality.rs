//! The equality condition of `$lookup`: `localField` and `foreignField`.

use crate::aggregate::expression::FieldPath;
use crate::aggregate::stage_prelude::*;
use crate::value::{ArrayBuilder, array_index, tag};

/// The condition that a field of the foreign document equals a field of the current document.
#[derive(Debug)]
pub(in crate::aggregate) struct Equality {
    /// The field of the current document.
    pub local: FieldPath,
    /// The field of the foreign document.
    pub foreign: FieldPath,
}

impl Equality {
    /// Returns a document's join values as an array; a missing field joins as null.
    pub(super) fn local_values(&self, root: RawDoc<'_>) -> Vec<u8> {
        let mut values = ArrayBuilder::new();
        visit(root, self.local.parts(), &mut |value| {
            values.push_raw(value);
        });
        if values.is_empty() {
            values.push(&Value::Null);
        }
        values.finish()
    }

    /// Returns the filter on the foreign collection for one document.
    pub(super) fn filter(&self, root: RawDoc<'_>) -> Vec<u8> {
        let values = self.local_values(root);
        let values = RawDoc::new(&values);
        let count = values.count();
        let mut out = DocBuilder::new();
        let path = self.foreign.as_str();
        match values.nth(0) {
            Some(only) if count == 1 => {
                out.document(path, |inner| {
                    inner.append_raw("$eq", only);
                });
            }
            // A regular expression in $in would match instead of compare.
            _ if values.values().any(|value| value.tag == tag::REGEX) => {
                out.array("$or", |array| {
                    for value in values.values() {
                        array.document(|item| {
                            item.document(path, |inner| {
                                inner.append_raw("$eq", value);
                            });
                        });
                    }
                });
            }
            _ => {
                out.document(path, |inner| {
                    inner.append_array("$in", values);
                });
            }
        }
        out.finish()
    }
}

/// Visits the join values of a local field: arrays are traversed along the path and at its end.
pub(in crate::aggregate) fn visit<'a>(
    doc: RawDoc<'a>,
    parts: &[Box<str>],
    found: &mut dyn FnMut(RawValue<'a>),
) {
    let Some((first, rest)) = parts.split_first() else { return };
    if let Some(value) = doc.get(first) {
        visit_value(value, rest, found);
    }
}

fn visit_value<'a>(value: RawValue<'a>, rest: &[Box<str>], found: &mut dyn FnMut(RawValue<'a>)) {
    match (value.as_array(), value.as_document(), rest) {
        (Some(array), _, []) => array.values().for_each(found),
        (_, _, []) => found(value),
        (_, Some(inner), _) => visit(inner, rest, found),
        (Some(array), _, [next, after @ ..]) => {
            for (index, item) in array.values().enumerate() {
                if let Some(inner) = item.as_document() {
                    visit(inner, rest, found);
                }
                if array_index(next) == Some(index) {
                    visit_value(item, after, found);
                }
            }
        }
        _ => {}
    }
}
