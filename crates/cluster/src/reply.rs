//! Builds commands and replies, and reads replies.

use engine::value::{DocBuilder, RawDoc, RawValue};
use engine::{Engine, Error};

/// Returns a command without some fields and with others.
pub(crate) fn changed(body: RawDoc<'_>, without: &[&str], more: impl FnOnce(&mut DocBuilder)) -> Vec<u8> {
    let mut out = DocBuilder::with_capacity(body.as_bytes().len() + 64);
    for element in body.iter().filter(|element| !without.contains(&element.name())) {
        out.append_raw(element.name(), element.value);
    }
    more(&mut out);
    out.finish()
}

/// Returns an `insert` of documents that were validated before.
pub(crate) fn insertion((database, name): (&str, &str), documents: &[Vec<u8>]) -> Vec<u8> {
    let mut out = DocBuilder::new();
    out.append_str("insert", name).append_bool("bypassDocumentValidation", true);
    out.array("documents", |array| {
        for document in documents {
            array.push_doc(RawDoc::new(document));
        }
    });
    out.append_str("$db", database);
    out.finish()
}

/// Returns a `delete` of these documents.
pub(crate) fn removal((database, name): (&str, &str), documents: &[Vec<u8>]) -> Vec<u8> {
    let mut out = DocBuilder::new();
    out.append_str("delete", name);
    out.array("deletes", |array| {
        for document in documents {
            let id = RawDoc::new(document).get("_id").unwrap_or(RawValue::MISSING);
            array.document(|statement| {
                statement.document("q", |filter| {
                    filter.document("_id", |condition| {
                        condition.append_raw("$eq", id);
                    });
                });
                statement.append_i32("limit", 1);
            });
        }
    });
    out.append_str("$db", database);
    out.finish()
}

/// Returns a reply with the fields that `fill` appends and `ok: 1`.
pub(crate) fn success(fill: impl FnOnce(&mut DocBuilder)) -> Vec<u8> {
    let mut out = DocBuilder::new();
    fill(&mut out);
    out.append_f64("ok", 1.0);
    out.finish()
}

/// Returns the reply of a failed command.
pub(crate) fn failure(error: &Error) -> Vec<u8> {
    Engine::failure(error)
}

/// Whether a reply has `ok: 1`.
pub(crate) fn is_ok(reply: &[u8]) -> bool {
    number(RawDoc::new(reply), "ok") == 1
}

/// Returns a whole number in a document, 0 when missing.
pub(crate) fn number(doc: RawDoc<'_>, name: &str) -> i64 {
    doc.get(name).and_then(RawValue::as_number).map_or(0, |number| number.to_i64_clamped())
}

/// Returns the documents in an array field; skips other values.
pub(crate) fn documents<'a>(doc: RawDoc<'a>, name: &str) -> impl Iterator<Item = RawDoc<'a>> {
    let array = doc.get(name).and_then(RawValue::as_array);
    array.into_iter().flat_map(RawDoc::values).filter_map(RawValue::as_document)
}

/// Returns a field that is a document.
pub(crate) fn document<'a>(doc: RawDoc<'a>, name: &str) -> Option<RawDoc<'a>> {
    doc.get(name).and_then(RawValue::as_document)
}

/// Runs a command with a cursor; returns all documents of all batches.
///
/// # Errors
/// The reply of a failed command.
pub(crate) fn all(engine: &mut Engine, database: &str, command: &[u8]) -> Result<Vec<Vec<u8>>, Vec<u8>> {
    let reply = engine.run_command(command);
    drained(engine, database, reply)
}

/// Exhausts the cursor in a reply; returns all documents.
///
/// # Errors
/// The reply, or a later one, with `ok: 0`.
pub(crate) fn drained(
    engine: &mut Engine,
    database: &str,
    mut reply: Vec<u8>,
) -> Result<Vec<Vec<u8>>, Vec<u8>> {
    let mut out = Vec::new();
    let mut batch = "firstBatch";
    loop {
        if !is_ok(&reply) {
            return Err(reply);
        }
        let cursor = document(RawDoc::new(&reply), "cursor").unwrap_or(RawDoc::empty());
        out.extend(documents(cursor, batch).map(|doc| doc.as_bytes().to_vec()));
        let id = number(cursor, "id");
        if id == 0 {
            return Ok(out);
        }
        let namespace = cursor.get("ns").and_then(RawValue::as_str).unwrap_or_default();
        let name = namespace.split_once('.').map_or("", |(_, name)| name);
        let mut more = DocBuilder::new();
        more.append_i64("getMore", id).append_str("collection", name).append_str("$db", database);
        reply = engine.run_command(&more.finish());
        batch = "nextBatch";
    }
}
