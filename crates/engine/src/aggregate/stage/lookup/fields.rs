//! The fields of both sides of a `$lookup` that later stages read.

use std::borrow::Cow;

use crate::aggregate::stage::shared::kept_fields::KeptFields;
use crate::aggregate::stage::{RequiredFields, overlap};
use crate::aggregate::stage_prelude::*;

/// The fields visible to later stages.
#[derive(Debug, Default)]
pub(in crate::aggregate) struct Fields {
    /// Visible fields of the input documents.
    pub(super) own: KeptFields,
    /// Visible fields of the matches.
    pub(super) foreign: KeptFields,
    /// Whether later stages read only the length of the array of matches.
    pub(super) length_only: bool,
}

impl Fields {
    /// Returns the visible fields when the matches are at `path`.
    pub(super) fn new(needed: &RequiredFields, path: &str) -> Self {
        let mut whole = needed.overwritten.iter().any(|overwritten| overlap(overwritten, path));
        let mut length_only = true;
        let mut below = Vec::new();
        for field in needed.fields.iter().filter(|field| overlap(field, path)) {
            let rest = field.strip_prefix(path).and_then(|rest| rest.strip_prefix('.'));
            // Whether a first element exists follows from the length.
            if needed.length_only.contains(field) && (field == path || rest == Some("0")) {
                continue;
            }
            length_only = false;
            match rest {
                // A number may be an array position; setting a field there reveals its previous position.
                Some(rest) if !rest.starts_with(|first: char| first.is_ascii_digit()) => below.push(rest),
                _ => whole = true,
            }
        }
        Fields {
            own: KeptFields::to_paths(needed.fields.iter().chain(&needed.overwritten).map(String::as_str)),
            foreign: if whole { KeptFields::ALL } else { KeptFields::to_paths(below.into_iter()) },
            length_only,
        }
    }

    /// Writes a document's visible fields; returns false, with nothing written, when the document has a field `name`.
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

    /// Returns a document with its visible fields.
    pub(super) fn of_own<'d>(&self, document: RawDoc<'d>) -> Cow<'d, [u8]> {
        if self.own.is_all() {
            return Cow::Borrowed(document.as_bytes());
        }
        let mut out = DocBuilder::new();
        self.own.append(document, &mut out);
        Cow::Owned(out.finish())
    }
}
