//! Parsing of query options, for `find`, `count`, `distinct`, `update`, `delete` and `findAndModify`.

use std::rc::Rc;

use crate::aggregate::expression::Environment;
use crate::arguments::Arguments;
use crate::command::Request;
use crate::error::{Error, ErrorCode, Result};
use crate::plan::{Direction, Hint, Meta, PlanRequest, SortPattern, check_search, only_condition};
use crate::projection::Projection;
use crate::query::{Filter, FilterContext};
use crate::value::{Collation, Number, RawDoc, RawValue, View, display_document};

/// Returns the collation of a command or statement; the default is the collection's.
///
/// # Errors
/// Errors of an invalid collation.
pub(in crate::command) fn collation_of(
    request: &Request<'_>,
    arguments: &Arguments<'_>,
) -> Result<Option<Rc<Collation>>> {
    if let Some(given) = arguments.document("collation")?.filter(|given| !given.is_empty()) {
        return Ok(Collation::parse(given)?.map(Rc::new));
    }
    let collection = request.engine.collection(request.database, request.collection);
    Ok(collection.and_then(|collection| collection.options.collation.clone()))
}

/// Whether sorts and groups may exceed the memory limit. They may unless `allowDiskUse` is false
/// (<https://www.mongodb.com/docs/manual/reference/parameters/#mongodb-parameter-param.allowDiskUseByDefault>).
fn allows_disk_use(arguments: &Arguments<'_>) -> bool {
    arguments.get("allowDiskUse").and_then(RawValue::as_bool) != Some(false)
}

/// Returns the environment of the command's expressions and stages.
pub(in crate::command) fn environment(
    request: &Request<'_>,
    collation: Option<Rc<Collation>>,
) -> Rc<Environment> {
    let allow_disk_use = allows_disk_use(&request.arguments());
    Rc::new(Environment { allow_disk_use, ..request.engine.environment(request.database, collation) })
}

/// Returns the context of the command's filters, updates and projections.
pub(in crate::command) fn filter_context(request: &Request<'_>) -> Result<FilterContext> {
    filter_context_of(request, &request.arguments())
}

/// Like [`filter_context`], for one statement of a command.
pub(in crate::command) fn filter_context_of(
    request: &Request<'_>,
    statement: &Arguments<'_>,
) -> Result<FilterContext> {
    let variables = request.arguments().document("let")?;
    let collation = collation_of(request, statement)?;
    FilterContext::new(environment(request, collation), variables).map(FilterContext::for_search)
}

/// Compiles a filter document into a request without sort.
pub(in crate::command) fn parse_filter(
    request: &Request<'_>,
    filter: Option<RawDoc<'_>>,
) -> Result<PlanRequest> {
    plan_filter(filter, &filter_context(request)?)
}

/// Like [`parse_filter`], with a context.
pub(in crate::command) fn plan_filter(
    filter: Option<RawDoc<'_>>,
    context: &FilterContext,
) -> Result<PlanRequest> {
    let given = filter.unwrap_or(RawDoc::empty());
    let filter = Filter::parse(given, context)?.planned(context);
    let filter = Rc::new(filter);
    check_search(filter.root())?;
    let mut plan = PlanRequest::within(context.environment(), filter);
    plan.given = Some(given.as_bytes().into());
    Ok(plan)
}

/// Parses a `hint`.
pub(in crate::command) fn parse_hint(value: Option<RawValue<'_>>) -> Result<Option<Hint>> {
    let Some(value) = value else { return Ok(None) };
    match value.view() {
        View::String(name) => Ok(Some(Hint::Name(String::from_utf8_lossy(name).into_owned()))),
        View::Document(pattern) if pattern.is_empty() => Ok(None),
        View::Document(pattern) => match natural(pattern, "hint")? {
            Some(direction) => Ok(Some(Hint::Natural(direction))),
            None => Ok(Some(Hint::Pattern(pattern.as_bytes().to_vec()))),
        },
        _ => Err(Error::failed_to_parse("Hint must be a string or an object")),
    }
}

/// Parses `{ $natural: ±1 }`. `what` names it in the error for other values.
fn natural(doc: RawDoc<'_>, what: &str) -> Result<Option<Direction>> {
    let Some(value) = doc.get("$natural") else { return Ok(None) };
    if what == "hint" && doc.count() > 1 {
        let text = format!("$natural must be the only field of a hint: {}", display_document(doc));
        let is_first = doc.first().is_some_and(|element| element.key == b"$natural");
        return Err(if is_first { Error::failed_to_parse(text) } else { Error::bad_value(text) });
    }
    match value.as_number().and_then(Number::to_i64_exact) {
        Some(1) => Ok(Some(Direction::Forward)),
        Some(-1) => Ok(Some(Direction::Backward)),
        _ => Err(Error::bad_value(format!("$natural {what} cannot be set to a value other than -1 or 1."))),
    }
}

/// Parses a `sort`. `$natural` becomes a hint.
pub(in crate::command) fn parse_sort(doc: Option<RawDoc<'_>>, plan: &mut PlanRequest) -> Result<()> {
    let Some(doc) = doc else { return Ok(()) };
    if doc.get("$natural").is_some() && doc.count() > 1 {
        return Err(Error::bad_value(format!(
            "Cannot include '$natural' in compound sort: {}",
            display_document(doc)
        )));
    }
    if let Some(direction) = natural(doc, "sort")? {
        check_natural(direction, plan)?;
        plan.hint = Some(Hint::Natural(direction));
        return Ok(());
    }
    let pattern = SortPattern::parse(doc)?.with_collation(plan.collation.clone());
    pattern.metadata().try_for_each(|meta| meta.check(plan.filter.root()))?;
    plan.sort = (!pattern.is_empty()).then_some(pattern);
    Ok(())
}

/// Rejects the natural order for queries with an order of their own
/// (<https://www.mongodb.com/docs/manual/reference/operator/meta/natural/>).
fn check_natural(direction: Direction, plan: &PlanRequest) -> Result<()> {
    let root = plan.filter.root();
    Err(Error::bad_value(match &plan.hint {
        _ if root.is_near() => "geoNear expression not allowed with $natural sort order",
        _ if root.has_text() => "text expression not allowed with $natural sort order",
        None => return Ok(()),
        Some(Hint::Natural(hinted)) if *hinted == direction => return Ok(()),
        Some(Hint::Natural(_)) => "$natural hint must be in the same direction as $natural sort order",
        Some(_) => "index hint not allowed with $natural sort order",
    }))
}

/// Parses filter, sort, projection, skip, limit and hint of a `find`-like command.
pub(in crate::command) fn parse_find(request: &Request<'_>) -> Result<PlanRequest> {
    let arguments = request.arguments();
    arguments.owned_document("collation")?;
    let mut plan = parse_filter(request, arguments.owned_document("filter")?)?;
    plan.is_find = true;
    plan.hint = parse_hint(arguments.get("hint"))?;
    parse_sort(arguments.owned_document("sort")?, &mut plan)?;
    plan.skip = arguments.count("skip")?.unwrap_or(0);
    plan.limit = arguments.count("limit")?.filter(|&limit| limit > 0);
    plan.return_key = arguments.optional_boolean("returnKey")?;
    plan.show_record_id = arguments.optional_boolean("showRecordId")?;
    parse_range(&arguments, &mut plan)?;
    if let Some(spec) = arguments.owned_document("projection")?.filter(|spec| !spec.is_empty()) {
        let projection = parse_projection(request, spec, &plan.filter)?;
        if plan.sort.is_none() && projection.metadata().contains(&Meta::SortKey) {
            return Err(Error::bad_value("cannot use sortKey $meta projection without a sort"));
        }
        plan.projection = Some(Rc::new(projection));
    }
    Ok(plan)
}

/// Parses `min` and `max` (<https://www.mongodb.com/docs/manual/reference/method/cursor.max/>).
fn parse_range(arguments: &Arguments<'_>, plan: &mut PlanRequest) -> Result<()> {
    let min = arguments.owned_document("min")?.filter(|key| !key.is_empty());
    let max = arguments.owned_document("max")?.filter(|key| !key.is_empty());
    if min.is_none() && max.is_none() {
        return Ok(());
    }
    // A lookup by `_id` ignores the bounds (<https://www.mongodb.com/docs/manual/reference/command/find/>).
    if plan.hint.is_none() && is_id_lookup(&plan.filter) {
        return Ok(());
    }
    if matches!(plan.hint, Some(Hint::Natural(_))) {
        return Err(Error::new(
            ErrorCode::NO_QUERY_EXECUTION_PLANS,
            "When using min()/max() a hint of which index to use must be provided, not $natural",
        ));
    }
    if plan.hint.is_none() {
        return Err(Error::new(
            51173,
            "When using min()/max() a hint of which index to use must be provided",
        ));
    }
    if let (Some(min), Some(max)) = (min, max)
        && !min.iter().map(|element| element.key).eq(max.iter().map(|element| element.key))
    {
        return Err(Error::new(51176, "min() and max() must have the same field names"));
    }
    plan.min = min.map(|key| key.as_bytes().to_vec());
    plan.max = max.map(|key| key.as_bytes().to_vec());
    Ok(())
}

/// Whether a filter is an equality on `_id`.
fn is_id_lookup(filter: &Filter) -> bool {
    only_condition(filter.root())
        .is_some_and(|leaf| leaf.path.as_str() == "_id" && leaf.predicate.equals().is_some())
}

/// Compiles a projection.
pub(in crate::command) fn parse_projection(
    request: &Request<'_>,
    spec: RawDoc<'_>,
    filter: &Filter,
) -> Result<Projection> {
    Projection::parse(spec, Some(filter), &filter_context(request)?)
}
