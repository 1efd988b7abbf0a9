//! The parts that replies share.

use super::shared::resume_token;
use crate::cursor::ResumeToken;
use crate::error::Error;
use crate::value::{ArrayBuilder, DocBuilder, RawDoc, tag};

/// What drivers are to make of an error.
const LABELS: &str = "errorLabels";

/// Writes a failed command's reply. Labels stand in front, where drivers find them
/// (<https://github.com/mongodb/specifications/blob/master/source/transactions/transactions.md#error-labels>).
pub(super) fn write_error(error: &Error, out: &mut DocBuilder) {
    write_error_beside(RawDoc::empty(), error, out);
}

/// As [`write_error`], followed by `writeConcernError` and maybe its labels: a server waits
/// for the write concern of a command that has failed, too
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

/// Writes one element of `writeErrors`.
pub(super) fn write_write_error(index: usize, error: &Error, out: &mut DocBuilder) {
    out.append_count("index", index as u64).append_i32("code", error.code());
    if let Some(details) = error.details() {
        out.append_all(details);
    }
    out.append_str("errmsg", error.message());
}

/// A reply's `cursor` while its batch is being written, in its place.
pub(super) struct CursorReply {
    /// The documents.
    pub batch: ArrayBuilder,
    /// Where the cursor stopped, if the reply has to show it.
    pub resume: Option<ResumeToken>,
    start: usize,
}

impl CursorReply {
    /// Begins the reply; `batch_name` is `firstBatch` or `nextBatch`. Nothing is
    /// in `out` until [`Self::finish`].
    pub(super) fn begin(batch_name: &str, out: &mut DocBuilder) -> Self {
        let mut reply = std::mem::take(out);
        let start = reply.open_nested(tag::DOCUMENT, b"cursor");
        CursorReply { batch: ArrayBuilder::open(reply, batch_name), resume: None, start }
    }

    /// Puts the reply into `out`.
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

/// A field of a reply's `cursor` whose documents were computed before it.
#[derive(Clone, Copy)]
pub(crate) enum CursorField {
    Id,
    Namespace,
    Batch,
}

impl CursorField {
    /// Their order where things are listed
    /// (<https://www.mongodb.com/docs/manual/reference/command/listIndexes/#output>).
    pub(crate) const LISTED: [Self; 3] = [Self::Id, Self::Namespace, Self::Batch];
    /// Their order where writes are reported
    /// (<https://www.mongodb.com/docs/manual/reference/command/bulkWrite/#examples>).
    pub(crate) const OF_WRITES: [Self; 3] = [Self::Id, Self::Batch, Self::Namespace];
}
