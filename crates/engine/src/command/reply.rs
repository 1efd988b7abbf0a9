//! The parts that replies share.

use crate::error::Error;
use crate::value::{ArrayBuilder, DocBuilder, RawDoc};

/// Writes a failed command's reply.
pub(super) fn write_error(error: &Error, out: &mut DocBuilder) {
    out.append_f64("ok", 0.0)
        .append_str("errmsg", error.message())
        .append_i32("code", error.code())
        .append_str("codeName", &error.code_name());
    if let Some(details) = error.details() {
        out.append_all(details);
    }
}

/// Writes one element of `writeErrors`.
pub(super) fn write_write_error(index: usize, error: &Error, out: &mut DocBuilder) {
    out.append_count("index", index as u64).append_i32("code", error.code());
    if let Some(details) = error.details() {
        out.append_all(details);
    }
    out.append_str("errmsg", error.message());
}

/// Writes a reply's `cursor`; `batch_name` is `firstBatch` or `nextBatch`.
pub(super) fn write_cursor(
    batch_name: &str,
    batch: ArrayBuilder,
    id: i64,
    namespace: &str,
    out: &mut DocBuilder,
) {
    let batch = batch.finish();
    out.document("cursor", |cursor| {
        cursor.append_array(batch_name, RawDoc::new(&batch)).append_i64("id", id).append_str("ns", namespace);
    });
}
