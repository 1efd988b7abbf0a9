//! What the stages behind a `$lookup` read of what it joins.

use crate::aggregate::stage::{Needed, overlap};
use crate::aggregate::stage_prelude::*;

/// The top-level fields of its documents that something shows of; none named when that may be all.
#[derive(Debug, Default)]
pub(in crate::aggregate) struct Fields {
    /// Of the documents given on.
    own: Option<Vec<String>>,
    /// Of the matches.
    foreign: Option<Vec<String>>,
    /// Whether no more of the array of matches is read than how many there are.
    pub(super) counted: bool,
}

impl Fields {
    /// What is read when the matches stand at a path.
    pub(super) fn new(needed: &Needed, path: &str) -> Self {
        let top = |path: &str| path.split('.').next().unwrap_or_default().to_owned();
        let below: Vec<&str> = needed
            .fields
            .iter()
            .filter_map(|field| field.strip_prefix(path).and_then(|rest| rest.strip_prefix('.')))
            .collect();
        let read = needed.fields.iter().filter(|field| overlap(field, path)).count();
        let is_counted = needed.counted.iter().any(|counted| counted == path);
        // A number may be a place in the array, and what is set there shows where it stood.
        let by_place = |field: &&str| field.starts_with(|first: char| first.is_ascii_digit());
        let whole = read > below.len() + usize::from(is_counted)
            || below.iter().any(by_place)
            || needed.made.iter().any(|made| overlap(made, path));
        Fields {
            own: Some(distinct(needed.fields.iter().chain(&needed.made).map(|field| top(field)))),
            foreign: (!whole).then(|| distinct(below.into_iter().map(top))),
            counted: read == usize::from(is_counted),
        }
    }

    /// Writes what shows of a document; `false`, and nothing is written, when it has a field of this name.
    pub(super) fn write_beside(&self, root: RawDoc<'_>, name: &str, out: &mut DocBuilder) -> bool {
        let Some(own) = &self.own else {
            let free = root.get(name).is_none();
            if free {
                out.append_all(root);
            }
            return free;
        };
        let before = out.len();
        for element in root {
            if element.key == name.as_bytes() {
                out.truncate(before);
                return false;
            }
            if is_among(own, element.key) {
                out.append_raw_bytes(element.key, element.value);
            }
        }
        true
    }

    /// What shows of a document.
    pub(super) fn of_own<'d>(&self, document: Document<'d>) -> Document<'d> {
        let Some(fields) = &self.own else { return document };
        let mut out = DocBuilder::new();
        write(fields, RawDoc::new(&document), &mut out);
        Document::Owned(out.finish())
    }

    /// The only field that shows of a match, when it is one: the order of several is known to the document alone.
    pub(super) fn only_foreign(&self) -> Option<&str> {
        match self.foreign.as_deref() {
            Some([field]) => Some(field),
            _ => None,
        }
    }

    /// Writes what shows of a match.
    pub(super) fn write_foreign(&self, document: RawDoc<'_>, out: &mut DocBuilder) {
        match &self.foreign {
            None => {
                out.append_all(document);
            }
            Some(fields) => write(fields, document, out),
        }
    }
}

pub(in crate::aggregate) fn distinct(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for name in names {
        if !found.contains(&name) {
            found.push(name);
        }
    }
    found
}

fn is_among(fields: &[String], key: &[u8]) -> bool {
    fields.iter().any(|field| field.as_bytes() == key)
}

/// Reads no further than to the last of the fields: what is behind may not be in the processor's cache.
pub(in crate::aggregate) fn write(fields: &[String], document: RawDoc<'_>, out: &mut DocBuilder) {
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
