//! `listIndexes`.

use crate::command::{Command, CursorField, Request, timeseries};
use crate::error::{Error, ErrorCode, Result};
use crate::value::{DocBuilder, RawDoc};

/// See <https://www.mongodb.com/docs/manual/reference/command/listIndexes/>.
pub(super) static COMMAND: Command = Command {
    name: "listIndexes",
    summary: "Lists the indexes of a collection.",
    example: r#"{"listIndexes": "books"}"#,
    fields: &["cursor"],
    run,
    version_1: Some(&[]),
    ..Command::DEFAULT
};

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let name = request.collection_name()?;
    if let Some(stored) = timeseries::stored(request.engine, request.database, name) {
        let documents = timeseries::shown_indexes(stored);
        return request.reply_documents(documents, name, CursorField::LISTED, out);
    }
    crate::command::shared::view::refuse(request, name)?;
    let namespace = request.namespace();
    let collection = request.engine.collection(request.database, name).ok_or_else(|| {
        Error::new(ErrorCode::NAMESPACE_NOT_FOUND, format!("ns does not exist: {namespace}"))
    })?;
    let documents =
        collection.indexes().iter().map(|index| in_order(RawDoc::new(&index.spec.document))).collect();
    request.reply_documents(documents, name, CursorField::LISTED, out)
}

/// The order of an index's options in the reply, regardless of the order given.
const ORDER: &[&str] = &[
    "v",
    "key",
    "name",
    "background",
    "unique",
    "hidden",
    "partialFilterExpression",
    "sparse",
    "expireAfterSeconds",
];

fn in_order(document: RawDoc<'_>) -> Vec<u8> {
    let place = |name: &str| ORDER.iter().position(|other| *other == name).unwrap_or(ORDER.len());
    let mut elements: Vec<_> = document.iter().collect();
    crate::value::sort_by(&mut elements, |a, b| place(a.name()).cmp(&place(b.name())));
    let mut out = DocBuilder::new();
    for element in elements {
        out.append_raw_bytes(element.key, element.value);
    }
    out.finish()
}
