//! Shared parts of replies.

use super::shared::resume_token;
use crate::cursor::ResumeToken;
use crate::error::Error;
use crate::value::{ArrayBuilder, DocBuilder, RawDoc, tag};

/// The field for hints to drivers about an error.
const LABELS: &str = "errorLabels";

/// Writes a failed command's reply. Labels come first, where drivers find them
/// (<https://github.com/mongodb/specifications/blob/master/source/transactions/transactions.md#error-labels>).
pub(super) fn write_error(error: &Error, out: &mut DocBuilder) {
    write_error_beside(RawDoc::empty(), error, out);
}

/// Like [`write_error`], followed by `writeConcernError` and possibly its labels. A server waits for the
/// write concern even if the command fails
/// (<https://www.mongodb.com/docs/manual/reference/write-concern/>).
pub(super) fn write_error_beside(beside: RawDoc<'_>, error: &Error, out: &mut DocBuilder) {
    let details = error.details().unwrap_or(RawDoc::empty());
    out.append_all(beside);
    if let Some(labels) = details.get(LABELS).filter(|_| beside.get(LABELS).is_none()) {
        out.append_raw(LABELS, labels);
    }
    out.append_f64("ok", 0.0)
        .append_str("errmsg", error.message())
        .append_i32("code", error.code())
        .append_str("codeName", &error.code_name());
    out.append_all_but(LABELS, details);
}

/// Writes an element of `writeErrors`.
pub(super) fn write_write_error(index: usize, error: &Error, out: &mut DocBuilder) {
    out.append_count("index", index as u64).append_i32("code", error.code());
    if let Some(details) = error.details() {
        out.append_all(details);
    }
    out.append_str("errmsg", error.message());
}

/// Writes a reply's `cursor` in place while its batch is produced.
pub(super) struct CursorReply {
    /// The documents.
    pub batch: ArrayBuilder,
    /// The resume token, if the reply must include it.
    pub resume: Option<ResumeToken>,
    start: usize,
}

impl CursorReply {
    /// Begins the reply. `batch_name` is `firstBatch` or `nextBatch`. `out` stays empty until
    /// [`Self::finish`].
    pub(super) fn begin(batch_name: &str, out: &mut DocBuilder) -> Self {
        let mut reply = std::mem::take(out);
        let start = reply.open_nested(tag::DOCUMENT, b"cursor");
        CursorReply { batch: ArrayBuilder::open(reply, batch_name), resume: None, start }
    }

    /// Completes the reply in `out`.
    pub(super) fn finish(self, id: i64, namespace: &str, out: &mut DocBuilder) {
        let mut reply = self.batch.close();
        if let Some(token) = self.resume {
            reply.document("postBatchResumeToken", |place| resume_token::write(token, place));
        }
        reply.append_i64("id", id).append_str("ns", namespace);
        reply.close_nested(self.start);
        *out = reply;
    }
}

/// A field of the `cursor` in a reply whose documents are already computed.
#[derive(Clone, Copy)]
pub(crate) enum CursorField {
    Id,
    Namespace,
    Batch,
}

impl CursorField {
    /// The order in listing commands
    /// (<https://www.mongodb.com/docs/manual/reference/command/listIndexes/#output>).
    pub(crate) const LISTED: [Self; 3] = [Self::Id, Self::Namespace, Self::Batch];
    /// The order in write results
    /// (<https://www.mongodb.com/docs/manual/reference/command/bulkWrite/#examples>).
    pub(crate) const OF_WRITES: [Self; 3] = [Self::Id, Self::Batch, Self::Namespace];
}
