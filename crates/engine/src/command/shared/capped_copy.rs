//! How `convertToCapped` and `cloneCollectionAsCapped` make a capped collection of another.

use super::{view, write};
use crate::arguments::Arguments;
use crate::collection::{Collection, CollectionOptions};
use crate::command::Request;
use crate::error::{Error, ErrorCode, Result};
use crate::value::{DocBuilder, RawDoc};

/// The options of the capped collection: the size that is asked for, the collation of the source.
fn options(arguments: &Arguments<'_>, source: &Collection) -> Result<CollectionOptions> {
    arguments.required("size")?;
    let size = arguments.integer("size")?.unwrap_or(0);
    if size <= 0 {
        return Err(Error::new(
            ErrorCode::INVALID_OPTIONS,
            "Capped collection size must be greater than zero",
        ));
    }
    let mut options = DocBuilder::new();
    options.append_bool("capped", true).append_i64("size", size);
    if let Some(collation) = &source.options.collation {
        options.append_doc("collation", collation.document());
    }
    CollectionOptions::parse(RawDoc::new(&options.finish()))
}

/// The newest documents of one collection as another, which may be the same.
///
/// # Errors
/// `NamespaceNotFound`, `InvalidOptions` for the size, and what views and collections of the server refuse.
pub(in crate::command) fn copy(request: &mut Request<'_>, from: &str, to: &str) -> Result<()> {
    write::check_changeable(request, from)?;
    view::refuse(request, from)?;
    let database = request.database;
    if !request.engine.state.databases.contains_key(database) {
        return Err(Error::new(ErrorCode::NAMESPACE_NOT_FOUND, format!("database {database} not found")));
    }
    let Some(source) = request.engine.collection(database, from).cloned() else {
        return Err(Error::new(
            ErrorCode::NAMESPACE_NOT_FOUND,
            format!("source collection {} does not exist", request.namespace()),
        ));
    };
    let options = options(&request.arguments(), &source)?;
    let before = request.engine.snapshot();
    if from == to {
        request.engine.remove_collection(database, from);
        request.engine.cursors.close_collection(
            database,
            from,
            &crate::command::administration::drop::dropped(&source),
        );
    }
    let filled = request.engine.create_collection(database, to, options).and_then(|()| {
        let target = request.engine.collection_or_create(database, to)?;
        fill(target, &source)
    });
    match filled {
        Ok(()) if from == to => {
            request.engine.note_exchange(database, to, "tmp.convertToCapped.", Some(source.uuid));
        }
        Ok(()) => {}
        Err(_) => request.engine.restore_data(&before),
    }
    filled
}

fn fill(target: &mut Collection, source: &Collection) -> Result<()> {
    for (_, document) in source.records().iter() {
        target.insert(document)?;
    }
    Ok(())
}
