//! What an update did to the bytes of a document.

use crate::collection::Patch;
use crate::value::{RawDoc, RawValue};

/// Changes seen while the new document is written.
#[derive(Debug, Default)]
pub(super) struct Progress {
    /// Whether any operator had an effect.
    pub(super) changed: bool,
    /// Fields passed on the way to the touched ones.
    pub(super) walked: u64,
    /// From where on, in the old document, bytes moved.
    moved_from: Option<usize>,
    /// First and last byte of the old document that got another value in place.
    rewritten: Option<(usize, usize)>,
    /// Bytes that got another value in place.
    written: usize,
}

/// Where a part of a document lies in it.
pub(super) fn offset_in(root: RawDoc<'_>, part: &[u8]) -> usize {
    (part.as_ptr() as usize).saturating_sub(root.as_bytes().as_ptr() as usize)
}

impl Progress {
    /// A value was replaced.
    pub(super) fn replaced(&mut self, root: RawDoc<'_>, key: &[u8], old: RawValue<'_>, new: RawValue<'_>) {
        self.changed = true;
        let start = offset_in(root, old.bytes);
        let end = start + old.bytes.len();
        // Another type changes the type byte in front of the name too.
        let start = if old.tag == new.tag { start } else { start.saturating_sub(key.len() + 2) };
        let (first, last) = self.rewritten.unwrap_or((start, end));
        self.rewritten = Some((first.min(start), last.max(end)));
        self.written += end - start;
        if old.bytes.len() != new.bytes.len() {
            self.moves(end);
        }
    }

    /// An element was removed.
    pub(super) fn removed(&mut self, root: RawDoc<'_>, old: RawValue<'_>) {
        self.changed = true;
        self.moves(offset_in(root, old.bytes) + old.bytes.len());
    }

    /// Elements were added at the end of a document or array.
    pub(super) fn appended(&mut self, root: RawDoc<'_>, container: RawDoc<'_>) {
        self.changed = true;
        self.moves(offset_in(root, container.as_bytes()) + container.as_bytes().len());
    }

    fn moves(&mut self, from: usize) {
        self.moved_from = Some(self.moved_from.map_or(from, |first| first.min(from)));
    }

    /// Bytes behind the first change of size that had to move.
    pub(super) fn bytes_shifted(&self, root: RawDoc<'_>) -> u64 {
        let end = root.as_bytes().len().saturating_sub(1);
        self.moved_from.map_or(0, |from| end.saturating_sub(from) as u64)
    }

    /// Where the bytes lie that changed, when nothing moved.
    pub(super) fn patch(&self) -> Option<Patch> {
        let (first, last) = self.rewritten?;
        let patch = Patch { offset: first, length: last - first, written: self.written };
        self.moved_from.is_none().then_some(patch)
    }
}
