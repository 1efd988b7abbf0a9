//! Prunes documents to the top-level fields that this stage or a later one reads. Used by stages that collect
//! documents and on both sides of a `$lookup`.

use crate::aggregate::stage::RequiredFields;
use crate::aggregate::stage_prelude::*;

/// The top-level fields to keep; `None` for all.
#[derive(Debug, Default)]
pub(in crate::aggregate) struct KeptFields(Option<Vec<String>>);

impl KeptFields {
    /// Keeps all fields.
    pub(in crate::aggregate) const ALL: Self = KeptFields(None);

    /// Keeps the fields that a stage reads itself and those that later stages need.
    pub(in crate::aggregate) fn to(reads: &Dependencies, needed: Option<&RequiredFields>) -> Self {
        if reads.whole_document {
            return Self::ALL;
        }
        let behind = needed.into_iter().flat_map(|needed| needed.fields.iter().chain(&needed.overwritten));
        Self::to_paths(reads.fields.iter().chain(behind).map(String::as_str))
    }

    /// Keeps the top-level fields of these paths.
    pub(in crate::aggregate) fn to_paths<'p>(paths: impl Iterator<Item = &'p str>) -> Self {
        let mut fields: Vec<String> = Vec::new();
        for path in paths {
            let top = path.split('.').next().unwrap_or_default();
            if !fields.iter().any(|field| field == top) {
                fields.push(top.to_owned());
            }
        }
        KeptFields(Some(fields))
    }

    /// Whether all fields are kept.
    pub(in crate::aggregate) fn is_all(&self) -> bool {
        self.0.is_none()
    }

    /// Whether a field is kept.
    pub(in crate::aggregate) fn keeps(&self, key: &[u8]) -> bool {
        self.0.as_ref().is_none_or(|fields| fields.iter().any(|field| field.as_bytes() == key))
    }

    /// Returns the field to keep if there is exactly one. (The order of several depends on the document.)
    pub(in crate::aggregate) fn only(&self) -> Option<&str> {
        match self.0.as_deref() {
            Some([field]) => Some(field),
            _ => None,
        }
    }

    /// Returns a document's kept fields; `buffer` is reusable.
    pub(in crate::aggregate) fn take(&self, document: RawDoc<'_>, buffer: &mut Vec<u8>) -> Vec<u8> {
        self.part(document, buffer).to_vec()
    }

    /// Appends a document's kept fields, as a document, to other bytes.
    pub(in crate::aggregate) fn write(&self, document: RawDoc<'_>, buffer: &mut Vec<u8>, out: &mut Vec<u8>) {
        out.extend_from_slice(self.part(document, buffer));
    }

    fn part<'p>(&self, document: RawDoc<'p>, buffer: &'p mut Vec<u8>) -> &'p [u8] {
        match self.0.as_deref() {
            None => document.as_bytes(),
            Some([]) => RawDoc::empty().as_bytes(),
            Some(fields) => {
                let mut kept = DocBuilder::within(std::mem::take(buffer));
                append(fields, document, &mut kept);
                *buffer = kept.finish();
                buffer
            }
        }
    }

    /// Appends a document's kept fields to `out`.
    pub(in crate::aggregate) fn append(&self, document: RawDoc<'_>, out: &mut DocBuilder) {
        match &self.0 {
            None => {
                out.append_all(document);
            }
            Some(fields) => append(fields, document, out),
        }
    }
}

/// Appends these fields of a document. Stops after the last one, since the rest of the document may not be in the
/// processor's cache.
fn append(fields: &[String], document: RawDoc<'_>, out: &mut DocBuilder) {
    let mut left: u64 = 1u64.checked_shl(fields.len() as u32).map_or(u64::MAX, |above| above - 1);
    for element in document {
        if left == 0 {
            return;
        }
        if let Some(at) = fields.iter().position(|field| field.as_bytes() == element.key) {
            out.append_raw_bytes(element.key, element.value);
            left &= !1u64.checked_shl(at as u32).unwrap_or(0);
        }
    }
}
