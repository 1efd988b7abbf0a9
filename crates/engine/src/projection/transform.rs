//! Rewrites the values at a path in place.

use crate::value::{DocBuilder, IndexName, PathPart, RawDoc, RawValue, tag};

/// Rewrites the arrays on a path.
pub(super) trait Transform {
    /// Writes the array found at the end of the path.
    fn at_end(&mut self, array: RawDoc<'_>, name: &[u8], out: &mut DocBuilder);

    /// Writes an array found before the end; returns false to traverse its elements.
    fn on_the_way(&mut self, _array: RawDoc<'_>, _name: &[u8], _out: &mut DocBuilder) -> bool {
        false
    }
}

/// Returns a copy of the document with the arrays at a path rewritten.
pub(super) fn rewrite(doc: RawDoc<'_>, parts: &[PathPart], transform: &mut dyn Transform) -> Vec<u8> {
    let mut out = DocBuilder::with_capacity(doc.as_bytes().len());
    write(doc, parts, transform, &mut out);
    out.finish()
}

fn write(doc: RawDoc<'_>, parts: &[PathPart], transform: &mut dyn Transform, out: &mut DocBuilder) {
    for element in doc {
        match parts.split_first() {
            Some((first, rest)) if first.name.as_bytes() == element.key => {
                write_value(element.key, element.value, rest, transform, out);
            }
            _ => {
                out.append_raw_bytes(element.key, element.value);
            }
        }
    }
}

fn write_value(
    name: &[u8],
    value: RawValue<'_>,
    rest: &[PathPart],
    transform: &mut dyn Transform,
    out: &mut DocBuilder,
) {
    if let Some(array) = value.as_array() {
        if rest.is_empty() {
            return transform.at_end(array, name, out);
        }
        if transform.on_the_way(array, name, out) {
            return;
        }
        let start = out.open_nested(tag::ARRAY, name);
        for (index, item) in array.values().enumerate() {
            let name = IndexName::new(index);
            // A path traverses documents in arrays, but not arrays directly in arrays.
            if item.is_array() {
                out.append_raw_bytes(name.as_bytes(), item);
            } else {
                write_value(name.as_bytes(), item, rest, transform, out);
            }
        }
        out.close_nested(start);
    } else if let (Some(inner), false) = (value.as_document(), rest.is_empty()) {
        let start = out.open_nested(tag::DOCUMENT, name);
        write(inner, rest, transform, out);
        out.close_nested(start);
    } else {
        out.append_raw_bytes(name, value);
    }
}
