//! `reIndex`.

use crate::command::{Command, Request};
use crate::error::{Error, ErrorCode, Result};
use crate::value::{DocBuilder, RawDoc};

/// See <https://www.mongodb.com/docs/manual/reference/command/reIndex/>. Indexes never need to be rebuilt.
pub(super) static COMMAND: Command = Command {
    name: "reIndex",
    summary: "Builds the indexes of a collection again.",
    example: r#"{"reIndex": "books"}"#,
    run,
    ..Command::DEFAULT
};

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let name = request.collection_name()?;
    crate::command::shared::view::refuse(request, name)?;
    let Some(collection) = request.engine.collection(request.database, name) else {
        return Err(Error::new(ErrorCode::NAMESPACE_NOT_FOUND, "collection does not exist"));
    };
    let count = collection.indexes().len() as u64;
    out.append_count("nIndexesWas", count).append_count("nIndexes", count);
    out.array("indexes", |indexes| {
        for index in collection.indexes() {
            indexes.push_doc(RawDoc::new(&index.spec.document));
        }
    });
    Ok(())
}
