//! `listIndexes`.

use super::{Command, Request, timeseries};
use crate::error::{Error, ErrorCode, Result};
use crate::value::DocBuilder;

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
        return request.reply_documents(documents, name, out);
    }
    super::view::refuse(request, name)?;
    let namespace = request.namespace();
    let collection = request.engine.collection(request.database, name).ok_or_else(|| {
        Error::new(ErrorCode::NAMESPACE_NOT_FOUND, format!("ns does not exist: {namespace}"))
    })?;
    let documents = collection.indexes().iter().map(|index| index.spec.document.clone()).collect();
    request.reply_documents(documents, name, out)
}
