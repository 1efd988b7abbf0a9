//! The fields of both sides of a `$lookup` that later stages read.

use crate::aggregate::stage::shared::kept_fields::KeptFields;
use crate::aggregate::stage::{RequiredFields, overlap};
use crate::aggregate::stage_prelude::*;

/// The fields that are visible to later stages.
#[derive(Debug, Default)]
pub(in crate::aggregate) struct Fields {
    /// Kept fields of the input documents.
    pub(super) own: KeptFields,
    /// Kept fields of the matches.
    pub(super) foreign: KeptFields,
    /// Whether no more of the array of matches is read than how many there are.
    pub(super) counted: bool,
}

impl Fields {
    /// The fields that are read when the matches are at a path.
    pub(super) fn new(needed: &RequiredFields, path: &str) -> Self {
        let mut whole = needed.made.iter().any(|made| overlap(made, path));
        let mut counted = true;
        let mut below = Vec::new();
        for field in needed.fields.iter().filter(|field| overlap(field, path)) {
            let rest = field.strip_prefix(path).and_then(|rest| rest.strip_prefix('.'));
            // Whether there is a first one is a matter of their number.
            if needed.counted.contains(field) && (field == path || rest == Some("0")) {
                continue;
            }
            counted = false;
            match rest {
                // A number may be a place in the array, and what is set there shows where it stood.
                Some(rest) if !rest.starts_with(|first: char| first.is_ascii_digit()) => below.push(rest),
                _ => whole = true,
            }
        }
        Fields {
            own: KeptFields::to_paths(needed.fields.iter().chain(&needed.made).map(String::as_str)),
            foreign: if whole { KeptFields::ALL } else { KeptFields::to_paths(below.into_iter()) },
            counted,
        }
    }

    /// Writes what shows of a document; `false`, and nothing is written, when it has a field of this name.
    pub(super) fn write_beside(&self, root: RawDoc<'_>, name: &str, out: &mut DocBuilder) -> bool {
        if self.own.is_all() {
            let free = root.get(name).is_none();
            if free {
                out.append_all(root);
            }
            return free;
        }
        let before = out.len();
        for element in root {
            if element.key == name.as_bytes() {
                out.truncate(before);
                return false;
            }
            if self.own.keeps(element.key) {
                out.append_raw_bytes(element.key, element.value);
            }
        }
        true
    }

    /// The visible fields of a document.
    pub(super) fn of_own<'d>(&self, document: Document<'d>) -> Document<'d> {
        if self.own.is_all() {
            return document;
        }
        let mut out = DocBuilder::new();
        self.own.append(RawDoc::new(&document), &mut out);
        Document::Owned(out.finish())
    }
}
