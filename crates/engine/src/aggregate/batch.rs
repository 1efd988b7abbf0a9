//! The reply batch that a pipeline writes its results into.

use crate::value::{ArrayBuilder, Copies, DocBuilder, MAX_DOCUMENT_BYTES, RawDoc};
use crate::{Error, ErrorCode, Result};

/// Largest size in bytes of a batch of more than one document.
pub(crate) const MAX_BATCH_BYTES: usize = 16 * 1024 * 1024;

/// Largest number of bytes that a document's type and name take in a batch.
const LONGEST_NAME: usize = 22;

/// A batch limited in documents and to [`MAX_BATCH_BYTES`].
#[derive(Debug)]
pub struct Batch<'b> {
    documents: &'b mut ArrayBuilder,
    /// Largest number of documents.
    most: usize,
    /// Number of documents written, including the pending one.
    written: u64,
    /// A document that didn't fit; the next batch starts with it.
    pending: Option<Vec<u8>>,
}

impl<'b> Batch<'b> {
    /// Creates a batch of at most `most` documents; `documents` need not be empty.
    pub fn new(documents: &'b mut ArrayBuilder, most: usize) -> Self {
        Batch { documents, most, written: 0, pending: None }
    }

    /// Whether another document can be written.
    pub fn wants_more(&self) -> bool {
        self.pending.is_none() && self.documents.len() < self.most
    }

    /// Calls `write` to write the next document in place; returns false at the end of the input.
    ///
    /// # Errors
    /// Errors of `write`; `BSONObjectTooLarge` for a document over the size limit.
    #[inline]
    pub fn write(&mut self, write: impl FnOnce(&mut DocBuilder) -> Result<bool>) -> Result<bool> {
        let (before, is_first) = (self.documents.byte_len(), self.documents.is_empty());
        let start = self.documents.open_document();
        if !write(self.documents.inner())? {
            self.documents.take_document_back(start);
            return Ok(false);
        }
        self.written += 1;
        let document = self.documents.close_document(start);
        if document.len() > MAX_DOCUMENT_BYTES {
            return Err(too_large(document.len()));
        }
        if !is_first && before + document.len() > MAX_BATCH_BYTES {
            self.pending = Some(document.to_vec());
            self.documents.take_document_back(start);
        }
        Ok(true)
    }

    /// Writes documents until the batch is full; returns true at the end of the input.
    ///
    /// # Errors
    /// Same as [`Self::write`].
    pub fn fill(&mut self, write: &mut dyn FnMut(&mut DocBuilder) -> Result<bool>) -> Result<bool> {
        while self.wants_more() {
            if !self.write(&mut *write)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Writes up to `most` modified copies of one document, see [`ArrayBuilder::push_copies`]; returns how many.
    /// The caller writes those that don't fit with [`Self::write`].
    pub fn write_copies(
        &mut self,
        document: RawDoc<'_>,
        most: usize,
        change: impl FnOnce(&mut Copies<'_>) -> usize,
    ) -> usize {
        let bytes = MAX_BATCH_BYTES.saturating_sub(self.documents.byte_len());
        let fitting = bytes / (document.as_bytes().len() + LONGEST_NAME);
        let most = most.min(fitting).min(self.most.saturating_sub(self.documents.len()));
        let written = self.documents.push_copies(document, most, change);
        self.written += written as u64;
        written
    }

    /// Returns the number of documents written.
    pub fn written(&self) -> u64 {
        self.written
    }

    /// Returns the last document written if the next batch must start with it.
    pub fn take_pending(self) -> Option<Vec<u8>> {
        self.pending
    }
}

#[cold]
fn too_large(bytes: usize) -> Error {
    let text = format!("Object exceeds the maximum size of {MAX_DOCUMENT_BYTES} bytes: {bytes}");
    Error::new(ErrorCode::BSON_OBJECT_TOO_LARGE, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes documents of roughly `bytes` bytes until the batch is full. Returns the number written, the number in
    /// the batch and the pending document.
    fn filled(bytes: usize, most: usize) -> Result<(u64, usize, Option<Vec<u8>>)> {
        let text = "x".repeat(bytes);
        let mut documents = ArrayBuilder::new();
        let mut batch = Batch::new(&mut documents, most);
        while batch.wants_more() {
            batch.write(|out| {
                out.append_str("text", &text);
                Ok(true)
            })?;
        }
        let written = batch.written();
        let pending = batch.take_pending();
        Ok((written, documents.len(), pending))
    }

    #[test]
    fn batch_is_limited_in_documents_and_bytes() {
        assert_eq!(
            filled(10, 3).map(|(written, held, pending)| (written, held, pending.is_some())),
            Ok((3, 3, false))
        );
        // A third document exceeds the limit.
        let (written, held, pending) = filled(6 << 20, 9).unwrap_or_default();
        assert_eq!((written, held), (3, 2));
        assert!(pending.is_some_and(|document| document.len() > 6 << 20));
        assert_eq!(filled(17 << 20, 9).map_err(|error| error.code()), Err(ErrorCode::BSON_OBJECT_TOO_LARGE));
    }

    #[test]
    fn writes_nothing_at_the_end_of_input() {
        let mut documents = ArrayBuilder::new();
        let mut batch = Batch::new(&mut documents, 5);
        assert_eq!(batch.write(|_| Ok(false)), Ok(false));
        assert_eq!((batch.written(), documents.len()), (0, 0));
    }
}
