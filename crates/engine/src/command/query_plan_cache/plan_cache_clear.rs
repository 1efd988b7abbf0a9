//! `planCacheClear`.

use crate::collection::PlanCache;
use crate::command::shared::query::{parse_filter, parse_projection, parse_sort};
use crate::command::shared::view;
use crate::command::{Command, Request};
use crate::error::{Error, Result};
use crate::plan::PlanCacheShape;
use crate::value::DocBuilder;

/// See <https://www.mongodb.com/docs/manual/reference/command/planCacheClear/>.
pub(super) static COMMAND: Command = Command {
    name: "planCacheClear",
    summary: "Forgets the plans that were chosen for queries.",
    example: r#"{"planCacheClear": "books"}"#,
    fields: &["query", "projection", "sort", "collation"],
    run,
    ..Command::DEFAULT
};

fn run(request: &mut Request<'_>, _: &mut DocBuilder) -> Result<()> {
    forget(request, PlanCache::clear)
}

/// Removes the command's query shape, or all shapes, from a collection's plan cache.
///
/// # Errors
/// Errors of [`shape_of`], `CommandNotSupportedOnView` (166).
pub(super) fn forget(request: &mut Request<'_>, what: fn(&PlanCache, Option<u32>)) -> Result<()> {
    let name = request.collection_name()?;
    view::refuse(request, name)?;
    let shape = shape_of(request)?;
    if let Some(collection) = request.engine.collection(request.database, name) {
        what(&collection.plan_cache, shape);
    }
    Ok(())
}

/// Returns the query shape in a plan cache command, if it has one.
///
/// # Errors
/// `BadValue` for other parts without `query`; errors of the parts.
pub(super) fn shape_of(request: &Request<'_>) -> Result<Option<u32>> {
    let arguments = request.arguments();
    let Some(query) = arguments.document("query")? else {
        if let Some(field) =
            ["sort", "projection", "collation"].iter().find(|field| arguments.get(field).is_some())
        {
            return Err(Error::bad_value(format!("{field} provided without query")));
        }
        return Ok(None);
    };
    let mut plan = parse_filter(request, Some(query))?;
    parse_sort(arguments.document("sort")?.filter(|sort| !sort.is_empty()), &mut plan)?;
    if let Some(spec) = arguments.document("projection")?.filter(|spec| !spec.is_empty()) {
        plan.projection = Some(std::rc::Rc::new(parse_projection(request, spec, &plan.filter)?));
    }
    Ok(Some(PlanCacheShape::of(&plan).hash()))
}
