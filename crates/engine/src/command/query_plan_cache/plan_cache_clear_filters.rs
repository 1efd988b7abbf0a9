//! `planCacheClearFilters`: <https://www.mongodb.com/docs/manual/reference/command/planCacheClearFilters/>.

use super::plan_cache_clear::forget;
use crate::collection::PlanCache;
use crate::command::{Command, Request};
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
    forget(request, PlanCache::clear_filters)
}
