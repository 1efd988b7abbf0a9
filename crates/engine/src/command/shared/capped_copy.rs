//! The copy into a capped collection in `convertToCapped` and `cloneCollectionAsCapped`.

use super::{view, write};
use crate::arguments::Arguments;
use crate::collection::{Collection, CollectionOptions};
use crate::command::Request;
use crate::error::{Error, ErrorCode, Result};
use crate::value::{DocBuilder, RawDoc};

/// Returns the options of the capped collection: the requested size, and the source's collation.
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

/// Copies the newest documents of a collection into a capped one, which may replace it.
///
/// # Errors
/// `NamespaceNotFound`; `InvalidOptions` for the size; errors for views and internal collections.
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
            request.engine.record_exchange(database, to, "tmp.convertToCapped.", Some(source.uuid));
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
