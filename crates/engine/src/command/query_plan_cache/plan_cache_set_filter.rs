//! `planCacheSetFilter`: <https://www.mongodb.com/docs/manual/reference/command/planCacheSetFilter/>.

use super::plan_cache_clear::shape_of;
use crate::collection::IndexFilter;
use crate::command::shared::view;
use crate::command::{Command, Request};
use crate::error::{Error, Result};
use crate::value::{DocBuilder, RawDoc, View};

pub(super) static COMMAND: Command = Command {
    name: "planCacheSetFilter",
    summary: "Restricts queries of one shape to some indexes.",
    example: r#"{"planCacheSetFilter": "books", "query": {"author": "Woolf"}, "indexes": [{"author": 1}]}"#,
    fields: &["query", "projection", "sort", "collation", "indexes"],
    run,
    ..Command::DEFAULT
};

fn run(request: &mut Request<'_>, _: &mut DocBuilder) -> Result<()> {
    let name = request.collection_name()?;
    view::refuse(request, name)?;
    let arguments = request.arguments();
    let Some(shape) = shape_of(request)? else {
        return Err(Error::bad_value("required field query missing"));
    };
    let Some(indexes) = arguments.get("indexes") else {
        return Err(Error::bad_value("required field indexes missing"));
    };
    let Some(indexes) = indexes.as_array() else {
        return Err(Error::bad_value("required field indexes must be an array"));
    };
    if indexes.is_empty() {
        return Err(Error::bad_value("required field indexes must contain at least one index"));
    }
    for index in indexes.values() {
        match index.view() {
            View::Document(pattern) if pattern.is_empty() => {
                return Err(Error::bad_value("index specification cannot be empty"));
            }
            View::Document(_) => {}
            View::String([]) => return Err(Error::bad_value("index name cannot be empty")),
            View::String(_) => {}
            _ => return Err(Error::bad_value("each item in indexes must be an object or string")),
        }
    }
    let mut given = DocBuilder::new();
    for field in ["query", "sort", "projection", "collation"] {
        match arguments.document(field)? {
            Some(part) => given.append_doc(field, part),
            None if field == "collation" => continue,
            None => given.append_doc(field, RawDoc::empty()),
        };
    }
    let Some(collection) = request.engine.collection(request.database, name) else {
        return Err(Error::bad_value("no such collection"));
    };
    let filter = IndexFilter { shape: given.finish(), indexes: indexes.as_bytes().to_vec() };
    collection.plan_cache.set_filter(shape, filter);
    Ok(())
}
