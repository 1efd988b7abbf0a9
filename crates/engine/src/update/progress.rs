//! The changes of an update to a document's bytes.

use crate::collection::Patch;
use crate::value::{RawDoc, RawValue};

/// The changes so far, recorded while the new document is written.
#[derive(Debug, Default)]
pub(super) struct Progress {
    /// Whether any operator had an effect.
    pub(super) changed: bool,
    /// The number of fields passed on the way to those changed.
    pub(super) walked: u64,
    /// The offset in the old document from which bytes moved.
    moved_from: Option<usize>,
    /// The first and last byte of the old document overwritten in place.
    rewritten: Option<(usize, usize)>,
    /// The number of bytes overwritten in place.
    written: usize,
}

/// Returns the offset of a part of a document.
pub(super) fn offset_in(root: RawDoc<'_>, part: &[u8]) -> usize {
    (part.as_ptr() as usize).saturating_sub(root.as_bytes().as_ptr() as usize)
}

impl Progress {
    /// Records that a value was replaced.
    pub(super) fn replaced(&mut self, root: RawDoc<'_>, key: &[u8], old: RawValue<'_>, new: RawValue<'_>) {
        self.changed = true;
        let start = offset_in(root, old.bytes);
        let end = start + old.bytes.len();
        // A change of type also changes the type byte before the name.
        let start = if old.tag == new.tag { start } else { start.saturating_sub(key.len() + 2) };
        let (first, last) = self.rewritten.unwrap_or((start, end));
        self.rewritten = Some((first.min(start), last.max(end)));
        self.written += end - start;
        if old.bytes.len() != new.bytes.len() {
            self.moves(end);
        }
    }

    /// Records that an element was removed.
    pub(super) fn removed(&mut self, root: RawDoc<'_>, old: RawValue<'_>) {
        self.changed = true;
        self.moves(offset_in(root, old.bytes) + old.bytes.len());
    }

    /// Records that elements were appended to a document or array.
    pub(super) fn appended(&mut self, root: RawDoc<'_>, container: RawDoc<'_>) {
        self.changed = true;
        self.moves(offset_in(root, container.as_bytes()) + container.as_bytes().len());
    }

    fn moves(&mut self, from: usize) {
        self.moved_from = Some(self.moved_from.map_or(from, |first| first.min(from)));
    }

    /// Returns the number of bytes after the first change of size.
    pub(super) fn bytes_shifted(&self, root: RawDoc<'_>) -> u64 {
        let end = root.as_bytes().len().saturating_sub(1);
        self.moved_from.map_or(0, |from| end.saturating_sub(from) as u64)
    }

    /// Returns the changed bytes, if none moved.
    pub(super) fn patch(&self) -> Option<Patch> {
        let (first, last) = self.rewritten?;
        let patch = Patch { offset: first, length: last - first, written: self.written };
        self.moved_from.is_none().then_some(patch)
    }
}
