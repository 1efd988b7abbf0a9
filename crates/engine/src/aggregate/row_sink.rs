//! The sink that a stage passes its documents to: a reply's batch or a function, such as the next stage.

use super::expression::ArrayLength;
use crate::value::{ArrayBuilder, Copies, DocBuilder, MAX_DOCUMENT_BYTES, RawDoc};
use crate::{Error, ErrorCode, Result};

/// Largest size in bytes of a batch of more than one document.
pub(crate) const MAX_BATCH_BYTES: usize = 16 * 1024 * 1024;

/// Largest number of bytes that a document's type and name take in a batch.
const LONGEST_NAME: usize = 22;

/// A document between two stages. It is borrowed from the store or from a stage, until the call returns.
#[derive(Clone, Copy, Debug)]
pub struct Row<'r> {
    /// The document.
    pub document: RawDoc<'r>,
    /// An array that the stage omitted, since the next stage only counts its elements.
    pub array_length: Option<ArrayLength<'r>>,
}

impl<'r> Row<'r> {
    /// Creates a row from a document's bytes.
    pub fn new(document: &'r [u8]) -> Self {
        Row { document: RawDoc::new(document), array_length: None }
    }
}

/// The receiver of a stage's documents.
pub struct RowSink<'s> {
    target: Target<'s>,
    received: u64,
    is_full: bool,
    /// The total number of rows that the sink surely takes.
    rows_to_take: usize,
}

/// A function that receives rows and returns whether it wants more.
type Consumer<'s> = dyn FnMut(Row<'_>) -> Result<bool> + 's;

enum Target<'s> {
    Reply(Reply<'s>),
    /// The function, and a reusable buffer for computed documents.
    Consumer(&'s mut Consumer<'s>, Vec<u8>),
}

impl<'s> RowSink<'s> {
    /// Creates a sink that writes to the array of a reply, until it has `most` documents or [`MAX_BATCH_BYTES`].
    /// The array need not be empty.
    pub fn reply(documents: &'s mut ArrayBuilder, most: usize) -> Self {
        let is_full = documents.len() >= most;
        let rows_to_take = most.saturating_sub(documents.len());
        let target = Target::Reply(Reply { documents, most, pending: None });
        RowSink { target, received: 0, is_full, rows_to_take }
    }

    /// Creates a sink that passes rows to a function until it returns false, which it may do only after `rows_to_take`
    /// rows.
    pub(super) fn consumer(take: &'s mut Consumer<'s>, rows_to_take: usize) -> Self {
        RowSink { target: Target::Consumer(take, Vec::new()), received: 0, is_full: false, rows_to_take }
    }

    /// Returns the number of further rows that the sink surely takes, `usize::MAX` for all, so that a source may read
    /// them at once. A reply takes fewer if they exceed [`MAX_BATCH_BYTES`].
    pub fn rows_to_take(&self) -> usize {
        match self.rows_to_take {
            usize::MAX => usize::MAX,
            rows => rows.saturating_sub(self.received as usize),
        }
    }

    /// Whether the sink takes no more rows. A stage checks this after each row.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.is_full
    }

    /// Whether documents are written into a reply, so that [`Self::write_copies`] can be used.
    pub fn is_reply(&self) -> bool {
        matches!(self.target, Target::Reply(_))
    }

    /// Returns the number of rows received.
    pub fn received(&self) -> u64 {
        self.received
    }

    /// Passes a row on.
    ///
    /// # Errors
    /// Errors of the consumer; `BSONObjectTooLarge` for a reply's document over the size limit.
    pub fn push(&mut self, row: Row<'_>) -> Result<()> {
        let Target::Consumer(take, _) = &mut self.target else { return self.copy(row.document) };
        self.received += 1;
        self.is_full = !take(row)?;
        Ok(())
    }

    /// Copies a document into the reply.
    fn copy(&mut self, document: RawDoc<'_>) -> Result<()> {
        self.write(&mut |out| {
            out.append_all(document);
            Ok(())
        })
    }

    /// Passes on a document that `write` creates: in the reply itself or in a reusable buffer.
    ///
    /// # Errors
    /// Errors of `write` and of [`Self::push`].
    pub fn write(&mut self, write: &mut dyn FnMut(&mut DocBuilder) -> Result<()>) -> Result<()> {
        match &mut self.target {
            Target::Consumer(take, buffer) => {
                let mut out = DocBuilder::within(std::mem::take(buffer));
                write(&mut out)?;
                *buffer = out.finish();
                self.received += 1;
                self.is_full = !take(Row::new(buffer))?;
            }
            Target::Reply(reply) => {
                reply.write(write)?;
                self.received += 1;
                self.is_full = reply.is_full();
            }
        }
        Ok(())
    }

    /// Passes on documents until the sink is full. Returns whether there are no more.
    ///
    /// # Errors
    /// Same as [`Self::push`].
    pub fn push_all(&mut self, documents: &mut std::vec::IntoIter<Vec<u8>>) -> Result<bool> {
        while !self.is_full {
            let Some(document) = documents.next() else { return Ok(true) };
            self.push(Row::new(&document))?;
        }
        Ok(false)
    }

    /// Writes up to `most` modified copies of one document into a reply, see [`ArrayBuilder::push_copies`]; returns how
    /// many fitted. The caller passes the others to [`Self::write`].
    pub fn write_copies(
        &mut self,
        document: RawDoc<'_>,
        most: usize,
        change: impl FnOnce(&mut Copies<'_>) -> usize,
    ) -> usize {
        let Target::Reply(reply) = &mut self.target else { return 0 };
        let written = reply.write_copies(document, most, change);
        self.received += written as u64;
        self.is_full = reply.is_full();
        written
    }

    /// Returns a reply's last document if the next batch must start with it.
    pub fn into_pending(self) -> Option<Vec<u8>> {
        match self.target {
            Target::Reply(reply) => reply.pending,
            Target::Consumer(..) => None,
        }
    }
}

/// A reply's batch.
struct Reply<'b> {
    documents: &'b mut ArrayBuilder,
    /// Largest number of documents.
    most: usize,
    /// A document that didn't fit; the next batch starts with it.
    pending: Option<Vec<u8>>,
}

impl Reply<'_> {
    fn is_full(&self) -> bool {
        self.pending.is_some() || self.documents.len() >= self.most
    }

    fn write(&mut self, write: &mut dyn FnMut(&mut DocBuilder) -> Result<()>) -> Result<()> {
        let (before, is_first) = (self.documents.byte_len(), self.documents.is_empty());
        let start = self.documents.open_document();
        write(self.documents.inner())?;
        let document = self.documents.close_document(start);
        if document.len() > MAX_DOCUMENT_BYTES {
            return Err(too_large(document.len()));
        }
        if !is_first && before + document.len() > MAX_BATCH_BYTES {
            self.pending = Some(document.to_vec());
            self.documents.take_document_back(start);
        }
        Ok(())
    }

    fn write_copies(
        &mut self,
        document: RawDoc<'_>,
        most: usize,
        change: impl FnOnce(&mut Copies<'_>) -> usize,
    ) -> usize {
        let bytes = MAX_BATCH_BYTES.saturating_sub(self.documents.byte_len());
        let fitting = bytes / (document.as_bytes().len() + LONGEST_NAME);
        let most = most.min(fitting).min(self.most.saturating_sub(self.documents.len()));
        self.documents.push_copies(document, most, change)
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

    /// Writes documents of roughly `bytes` bytes until the reply is full. Returns the number received, the number in
    /// the reply and the pending document.
    fn filled(bytes: usize, most: usize) -> Result<(u64, usize, Option<Vec<u8>>)> {
        let text = "x".repeat(bytes);
        let mut documents = ArrayBuilder::new();
        let mut sink = RowSink::reply(&mut documents, most);
        while !sink.is_full() {
            sink.write(&mut |out| {
                out.append_str("text", &text);
                Ok(())
            })?;
        }
        let received = sink.received();
        let pending = sink.into_pending();
        Ok((received, documents.len(), pending))
    }

    #[test]
    fn reply_is_limited_in_documents_and_bytes() {
        assert_eq!(
            filled(10, 3).map(|(received, held, pending)| (received, held, pending.is_some())),
            Ok((3, 3, false))
        );
        assert_eq!(filled(10, 0), Ok((0, 0, None)));
        // A third document exceeds the limit.
        let (received, held, pending) = filled(6 << 20, 9).unwrap_or_default();
        assert_eq!((received, held), (3, 2));
        assert!(pending.is_some_and(|document| document.len() > 6 << 20));
        assert_eq!(filled(17 << 20, 9).map_err(|error| error.code()), Err(ErrorCode::BSON_OBJECT_TOO_LARGE));
    }

    #[test]
    fn consumer_receives_rows_until_it_returns_false() {
        let mut lengths = Vec::new();
        let mut take = |row: Row<'_>| {
            lengths.push(row.document.as_bytes().len());
            Ok(lengths.len() < 3)
        };
        let mut sink = RowSink::consumer(&mut take, 3);
        assert_eq!(sink.push(Row::new(RawDoc::empty().as_bytes())), Ok(()));
        let written = sink.write(&mut |out| {
            out.append_i32("n", 1);
            Ok(())
        });
        assert_eq!((written, sink.is_full()), (Ok(()), false));
        let documents = vec![RawDoc::empty().as_bytes().to_vec(); 2];
        assert_eq!(sink.push_all(&mut documents.into_iter()), Ok(false));
        assert_eq!((sink.is_full(), sink.received()), (true, 3));
        assert_eq!(lengths, [5, 12, 5]);
    }
}
