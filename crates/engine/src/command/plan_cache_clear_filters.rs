//! `planCacheClearFilters`: <https://www.mongodb.com/docs/manual/reference/command/planCacheClearFilters/>.

use super::plan_cache_clear::shape_of;
use super::{Command, Request, view};
use crate::error::Result;
use crate::value::DocBuilder;

pub(super) static COMMAND: Command = Command {
    name: "planCacheClearFilters",
    summary: "Lifts the restrictions of queries to some indexes.",
    example: r#"{"planCacheClearFilters": "books"}"#,
    fields: &["query", "projection", "sort", "collation"],
    run,
    ..Command::DEFAULT
};

fn run(request: &mut Request<'_>, _: &mut DocBuilder) -> Result<()> {
    let name = request.collection_name()?;
    view::refuse(request, name)?;
    let shape = shape_of(request)?;
    if let Some(collection) = request.engine.collection(request.database, name) {
        collection.plan_cache.clear_filters(shape);
    }
    Ok(())
}
