//! `insert`.

use crate::collection::check_id;
use crate::command::shared::write;
use crate::command::timeseries::Batch;
use crate::command::{Command, InTransactions, Request, Writes, timeseries};
use crate::error::Result;
use crate::value::{DocBuilder, Element, RawDoc, RawValue, tag, validate_depth};

/// The field that disables replacing empty timestamps.
pub(super) const KEEPS_EMPTY: &str = "bypassEmptyTsReplacement";

/// See <https://www.mongodb.com/docs/manual/reference/command/insert/>.
pub(in crate::command) static COMMAND: Command = Command {
    name: "insert",
    summary: "Stores documents.",
    example: r#"{"insert": "books", "documents": [{"_id": 9, "title": "Nightwood", "author": "Barnes", "year": 1936}]}"#,
    operation: "insert",
    fields: &["documents", "ordered", "bypassDocumentValidation", KEEPS_EMPTY, "stmtId", "stmtIds"],
    run,
    version_1: Some(&[KEEPS_EMPTY]),
    writes: Writes::Always,
    in_transactions: InTransactions::Part,
    retryable: true,
    ..Command::DEFAULT
};

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let name = request.collection_name()?;
    let arguments = request.arguments();
    let ordered = write::is_ordered(request)?;
    arguments.given("documents")?;
    let documents = arguments.array("documents")?.unwrap_or(RawDoc::empty());
    let count = documents.count();
    write::check_batch_size(count)?;
    write::check_writable(request, name)?;
    let documents = write::documents_of(documents, "insert.documents")?;
    let mut inserted = 0;
    let series = timeseries::of(request.engine, request.database, name);
    let mut batch = series.map(|series| Batch::new(request.database, name, series));
    let errors = write::each_statement(request, documents, ordered, &mut |request, doc, index| {
        match &mut batch {
            Some(batch) => add_measurement(request, name, batch, doc, index)?,
            None => insert_statement(request, name, doc, index)?,
        }
        inserted += 1;
        Ok(())
    });
    if let Some(batch) = batch {
        batch.finish(request)?;
    }
    request.meter.inserted += inserted;
    out.append_count("n", inserted);
    errors.write_last(request, out);
    Ok(())
}

/// Inserts one document, with `_id` first, unless it is a retry of a completed write.
pub(super) fn insert_statement(
    request: &mut Request<'_>,
    name: &str,
    doc: RawDoc<'_>,
    index: usize,
) -> Result<()> {
    if request.completed_result(index).is_some() {
        return Ok(());
    }
    insert_into(request, request.database, name, doc)?;
    request.store_result(index, true, |_| {});
    Ok(())
}

/// Like [`insert_statement`], into a bucket.
fn add_measurement(
    request: &mut Request<'_>,
    name: &str,
    batch: &mut Batch,
    doc: RawDoc<'_>,
    index: usize,
) -> Result<()> {
    if request.completed_result(index).is_some() {
        return Ok(());
    }
    write::check_statement(request, request.database, name)?;
    validate_depth(doc.as_bytes())?;
    batch.add(request, doc)?;
    request.store_result(index, true, |_| {});
    Ok(())
}

/// Like [`insert_statement`], into a collection of any database.
pub(in crate::command) fn insert_into(
    request: &mut Request<'_>,
    database: &str,
    name: &str,
    doc: RawDoc<'_>,
) -> Result<()> {
    write::check_statement(request, database, name)?;
    validate_depth(doc.as_bytes())?;
    if let Some(series) = timeseries::of(request.engine, database, name) {
        let mut batch = Batch::new(database, name, series);
        batch.add(request, doc)?;
        return batch.finish(request);
    }
    let prepared = with_id_first(request, doc)?;
    write::store(request, database, name, prepared.as_deref().unwrap_or(doc.as_bytes()))
}

/// Returns the document with `_id` as first field, generated if absent; `None` if the document needs no
/// change.
pub(in crate::command) fn with_id_first(
    request: &mut Request<'_>,
    doc: RawDoc<'_>,
) -> Result<Option<Vec<u8>>> {
    let id = doc.get("_id");
    if let Some(id) = id {
        check_id(id)?;
        if doc.first().is_some_and(|first| first.key == b"_id") && !has_empty_timestamp(request, doc) {
            return Ok(None);
        }
    }
    let mut out = DocBuilder::with_capacity(doc.as_bytes().len() + 24);
    match id {
        Some(id) => out.append_raw("_id", id),
        None => out.append_object_id("_id", request.engine.new_object_id()),
    };
    append_stamped(request, doc, &mut out);
    Ok(Some(out.finish()))
}

/// Returns the document with empty timestamps set to the current time.
pub(super) fn with_timestamps(request: &mut Request<'_>, doc: RawDoc<'_>) -> Vec<u8> {
    let mut out = DocBuilder::with_capacity(doc.as_bytes().len());
    if let Some(id) = doc.get("_id") {
        out.append_raw("_id", id);
    }
    append_stamped(request, doc, &mut out);
    out.finish()
}

/// Appends all fields except `_id`, with timestamps set.
fn append_stamped(request: &mut Request<'_>, doc: RawDoc<'_>, out: &mut DocBuilder) {
    let stamps = stamps(request);
    for element in doc.iter().filter(|element| element.key != b"_id") {
        if stamps && is_empty_timestamp(element.value) {
            let now = request.engine.new_timestamp();
            out.append(element.name(), &now);
        } else {
            out.append_raw_bytes(element.key, element.value);
        }
    }
}

/// Whether a top-level field has the empty timestamp, which means the current time
/// (<https://www.mongodb.com/docs/manual/reference/bson-types/#timestamps>).
pub(super) fn has_empty_timestamp(request: &Request<'_>, doc: RawDoc<'_>) -> bool {
    let empty = |element: Element<'_>| is_empty_timestamp(element.value) && element.key != b"_id";
    doc.iter().any(empty) && stamps(request)
}

/// Whether the command replaces empty timestamps. Tools that copy data disable this
/// (<https://jira.mongodb.org/browse/SERVER-88750>).
fn stamps(request: &Request<'_>) -> bool {
    !matches!(request.arguments().flag(KEEPS_EMPTY), Ok(true))
}

fn is_empty_timestamp(value: RawValue<'_>) -> bool {
    value.tag == tag::TIMESTAMP && value.bytes.iter().all(|&byte| byte == 0)
}
