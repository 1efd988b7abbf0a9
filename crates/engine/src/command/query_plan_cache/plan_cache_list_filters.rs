//! `planCacheListFilters`: <https://www.mongodb.com/docs/manual/reference/command/planCacheListFilters/>.

use crate::command::shared::view;
use crate::command::{Command, Request};
use crate::error::Result;
use crate::value::{DocBuilder, RawDoc};

pub(super) static COMMAND: Command = Command {
    name: "planCacheListFilters",
    summary: "Lists the restrictions of queries to some indexes.",
    example: r#"{"planCacheListFilters": "books"}"#,
    run,
    ..Command::DEFAULT
};

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let name = request.collection_name()?;
    view::refuse(request, name)?;
    let collection = request.engine.collection(request.database, name);
    let filters = collection.map(|collection| collection.plan_cache.filters()).unwrap_or_default();
    out.array("filters", |array| {
        for filter in &filters {
            array.document(|doc| {
                doc.append_all(RawDoc::new(&filter.shape));
                doc.append_array("indexes", RawDoc::new(&filter.indexes));
            });
        }
    });
    Ok(())
}
