//! `insert`.

use super::write::{self, WriteErrors};
use super::{Command, Request};
use crate::collection::check_id;
use crate::error::Result;
use crate::value::{DocBuilder, RawDoc, validate_depth};

/// See <https://www.mongodb.com/docs/manual/reference/command/insert/>.
pub(super) static COMMAND: Command = Command {
    name: "insert",
    aliases: &[],
    summary: "Stores documents.",
    example: r#"{"insert": "books", "documents": [{"_id": 9, "title": "Nightwood", "author": "Barnes", "year": 1936}]}"#,
    operation: "insert",
    profiled: true,
    fields: &["documents", "ordered", "bypassDocumentValidation", "stmtId", "stmtIds"],
    run,
    explain: None,
};

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let name = request.collection_name()?;
    let arguments = request.arguments();
    let ordered = arguments.get("ordered").is_none() || arguments.flag("ordered")?;
    arguments.required("documents")?;
    let documents = arguments.array("documents")?.unwrap_or(RawDoc::empty());
    let count = documents.count();
    write::check_batch_size(count)?;
    write::check_writable(request, name)?;
    let mut errors = WriteErrors::default();
    let mut inserted = 0;
    for (index, value) in documents.values().enumerate() {
        let outcome = value
            .as_document()
            .ok_or_else(|| write::wrong_element("insert.documents", index, value))
            .and_then(|doc| insert_statement(request, name, doc, index));
        match outcome {
            Ok(()) => inserted += 1,
            Err(error) => {
                errors.add(index, error);
                if ordered {
                    break;
                }
            }
        }
    }
    request.meter.inserted += inserted;
    out.append_count("n", inserted);
    errors.write(out);
    request.write_retried(out);
    Ok(())
}

/// Stores one document, with an `_id` put first, unless this is a write sent again.
pub(super) fn insert_statement(
    request: &mut Request<'_>,
    name: &str,
    doc: RawDoc<'_>,
    index: usize,
) -> Result<()> {
    if request.done_before(index).is_some() {
        return Ok(());
    }
    insert_into(request, request.database, name, doc)?;
    request.remember(index, |_| {});
    Ok(())
}

/// As [`insert_statement`], into a collection of any database.
pub(super) fn insert_into(
    request: &mut Request<'_>,
    database: &str,
    name: &str,
    doc: RawDoc<'_>,
) -> Result<()> {
    validate_depth(doc.as_bytes())?;
    let prepared = with_id_first(request, doc)?;
    let bytes = prepared.as_deref().unwrap_or(doc.as_bytes());
    let bypass = request.bypasses_validation()?;
    let collection = request.engine.collection_or_create(database, name)?;
    if !bypass {
        collection.validate(RawDoc::new(bytes), None)?;
    }
    let (_, effect) = collection.insert(bytes)?;
    write::count_effect(&mut request.meter, effect);
    Ok(())
}

/// The document with its `_id` as first field, generated when it has none;
/// `None` when it is stored as it is.
pub(super) fn with_id_first(request: &mut Request<'_>, doc: RawDoc<'_>) -> Result<Option<Vec<u8>>> {
    let id = doc.get("_id");
    if let Some(id) = id {
        check_id(id)?;
        if doc.first().is_some_and(|first| first.key == b"_id") {
            return Ok(None);
        }
    }
    let mut out = DocBuilder::with_capacity(doc.as_bytes().len() + 24);
    match id {
        Some(id) => out.append_raw("_id", id),
        None => out.append_object_id("_id", request.engine.new_object_id()),
    };
    for element in doc.iter().filter(|element| element.key != b"_id") {
        out.append_raw_bytes(element.key, element.value);
    }
    Ok(Some(out.finish()))
}
