//! `convertToCapped` and `cloneCollectionAsCapped`.

use super::{Command, Request, check_collection_name, view, write};
use crate::arguments::Arguments;
use crate::collection::{Collection, CollectionOptions};
use crate::error::{Error, ErrorCode, Result};
use crate::value::{DocBuilder, RawDoc};

/// See <https://www.mongodb.com/docs/manual/reference/command/convertToCapped/>.
pub(super) static COMMAND: Command = Command {
    name: "convertToCapped",
    summary: "Makes a collection capped; its indexes but that on _id are lost.",
    example: r#"{"convertToCapped": "books", "size": 4096}"#,
    fields: &["size"],
    run: |request, _| {
        let name = request.collection_name()?;
        copy(request, name, name)
    },
    write_concern: true,
    ..Command::DEFAULT
};

/// See <https://www.mongodb.com/docs/manual/reference/command/cloneCollectionAsCapped/>.
pub(super) static CLONE: Command = Command {
    name: "cloneCollectionAsCapped",
    summary: "Copies a collection's documents into a new capped one.",
    example: r#"{"cloneCollectionAsCapped": "books", "toCollection": "recent", "size": 4096}"#,
    fields: &["toCollection", "size"],
    run: |request, _| {
        let name = request.collection_name()?;
        request.arguments().required("toCollection")?;
        let to = request.arguments().string("toCollection")?.unwrap_or_default();
        check_collection_name(request.database, to)?;
        if request.engine.collection(request.database, to).is_some() {
            return Err(Error::new(
                ErrorCode::NAMESPACE_EXISTS,
                format!(
                    "cloneCollectionAsCapped failed - destination collection {}.{to} already exists. source collection: {}",
                    request.database,
                    request.namespace()
                ),
            ));
        }
        copy(request, name, to)
    },
    write_concern: true,
    ..Command::DEFAULT
};

fn options(arguments: &Arguments<'_>) -> Result<CollectionOptions> {
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
    CollectionOptions::parse(RawDoc::new(&options.finish()))
}

/// The newest documents of one collection as another, which may be the same.
fn copy(request: &mut Request<'_>, from: &str, to: &str) -> Result<()> {
    write::check_changeable(request, from)?;
    view::refuse(request, from)?;
    let options = options(&request.arguments())?;
    let database = request.database;
    let Some(source) = request.engine.collection(database, from).cloned() else {
        return Err(Error::new(
            ErrorCode::NAMESPACE_NOT_FOUND,
            format!("source collection {} does not exist", request.namespace()),
        ));
    };
    let before = request.engine.snapshot();
    if from == to {
        request.engine.remove_collection(database, from);
        request.engine.cursors.close_collection(database, from, &super::drop::dropped(&source));
    }
    let filled = request.engine.create_collection(database, to, options).and_then(|()| {
        let target = request.engine.collection_or_create(database, to)?;
        fill(target, &source)
    });
    if filled.is_err() {
        request.engine.restore_data(&before);
    }
    filled
}

fn fill(target: &mut Collection, source: &Collection) -> Result<()> {
    for (_, document) in source.records().iter() {
        target.insert(document)?;
    }
    Ok(())
}
