//! Views: <https://www.mongodb.com/docs/manual/core/views/>.

use std::cell::RefCell;
use std::rc::Rc;

use crate::aggregate::expression::ParseContext;
use crate::aggregate::stage::ForeignReferences;
use crate::aggregate::{Pipeline, check_view_depth, open_pipeline, written_stages};
use crate::collection::{Collection, CollectionOptions, View};
use crate::command::shared::{metered, query::environment};
use crate::command::{Request, check_collection_name};
use crate::cursor::PipelineCursor;
use crate::error::{Error, ErrorCode, Result};
use crate::value::{Collation, RawDoc};

/// Checks a view's definition. Options without a view are not checked.
///
/// # Errors
/// Errors of its pipeline; `OptionNotSupportedOnView` (167) for `$out`, `$merge` and for reading views with
/// another collation; `GraphContainsCycle` (5).
pub(in crate::command) fn check(
    request: &Request<'_>,
    name: &str,
    options: &CollectionOptions,
) -> Result<()> {
    let Some(view) = &options.view else { return Ok(()) };
    if view.on.starts_with(crate::timeseries::BUCKETS) {
        return Err(Error::new(
            ErrorCode::INVALID_NAMESPACE,
            format!("Cannot create a view on the buckets of a time-series collection: {}", view.on),
        ));
    }
    if check_collection_name(request.database, &view.on).is_err() {
        return Err(Error::new(
            ErrorCode::INVALID_NAMESPACE,
            format!("invalid name for 'viewOn': {}", view.on),
        ));
    }
    let database = request.database;
    let conflicting = |other: &str| {
        format!("View {database}.{name} has conflicting collation with view {database}.{other}")
    };
    let same = |other: &str| check_collation(request, other, options.collation.as_deref(), &conflicting);
    same(&view.on)?;
    let environment = environment(request, None);
    let mut context = ParseContext::new(environment);
    context.database = request.database.to_owned();
    context.collection = view.on.clone();
    let pipeline = Pipeline::parse(RawDoc::new(&view.pipeline), &mut context)?;
    if pipeline.output().is_some() {
        return Err(Error::new(
            ErrorCode::OPTION_NOT_SUPPORTED_ON_VIEW,
            "The aggregation stage $out or $merge cannot be used in a view definition",
        ));
    }
    let catalog = request.engine.catalog(database, &view.on);
    for read in read_by(view) {
        if leads_to(request, &read, name) {
            return Err(Error::new(
                ErrorCode::GRAPH_CONTAINS_CYCLE,
                format!("View cycle detected: {database}.{name} => {database}.{read}"),
            ));
        }
    }
    each_foreign(RawDoc::new(&view.pipeline), &same)?;
    check_view_depth(&catalog, database, &view.on)
}

/// Rejects a view with another collation.
fn check_collation(
    request: &Request<'_>,
    name: &str,
    collation: Option<&Collation>,
    text: &dyn Fn(&str) -> String,
) -> Result<()> {
    let collection = request.engine.collection(request.database, name).filter(|c| is_view(Some(c)));
    match collection {
        Some(view) if view.options.collation.as_deref() != collation => {
            Err(Error::new(ErrorCode::OPTION_NOT_SUPPORTED_ON_VIEW, text(name)))
        }
        _ => Ok(()),
    }
}

/// Returns the collections that a view reads: its source, and those in its stages.
fn read_by(view: &View) -> Vec<String> {
    let names = RefCell::new(vec![view.on.clone()]);
    // The visitor never fails.
    let _ = each_foreign(RawDoc::new(&view.pipeline), &|name| {
        names.borrow_mut().push(name.to_owned());
        Ok(())
    });
    names.into_inner()
}

/// Whether reading a collection would read the one named `name`, through any views.
fn leads_to(request: &Request<'_>, from: &str, name: &str) -> bool {
    let (mut pending, mut seen) = (vec![from.to_owned()], Vec::new());
    while let Some(next) = pending.pop() {
        if next == name {
            return true;
        }
        let view = request.engine.collection(request.database, &next).and_then(|c| c.options.view.as_ref());
        if !seen.contains(&next) {
            pending.extend(view.into_iter().flat_map(read_by));
            seen.push(next);
        }
    }
    false
}

/// Visits the names of the foreign collections that stages read.
fn each_foreign(stages: RawDoc<'_>, visit: &dyn Fn(&str) -> Result<()>) -> Result<()> {
    for stage in written_stages(stages) {
        let inner = ForeignReferences::of(stage);
        inner.collection.map_or(Ok(()), visit)?;
        inner.pipelines.into_iter().try_for_each(|pipeline| each_foreign(pipeline, visit))?;
    }
    Ok(())
}

/// Rejects views among the source and the foreign collections if their collation differs from the pipeline's.
///
/// # Errors
/// `OptionNotSupportedOnView` (167).
pub(in crate::command) fn check_collations(
    request: &Request<'_>,
    stages: RawDoc<'_>,
    collation: Option<&Collation>,
) -> Result<()> {
    let own = |_: &str| "Cannot override a view's default collation".to_owned();
    check_collation(request, request.collection, collation, &own)?;
    let database = request.database;
    let other = |name: &str| format!("Cannot override default collation of view {database}.{name}");
    each_foreign(stages, &|name| check_collation(request, name, collation, &other))
}

/// Returns the collection that a command reads: a stored one or the result of a view. The view's costs are added to the
/// command's.
///
/// # Errors
/// Errors of the view's pipeline; `OptionNotSupportedOnView` (167) for a collation that differs from the
/// view's.
pub(in crate::command) fn readable(request: &mut Request<'_>, name: &str) -> Result<Option<Rc<Collection>>> {
    let collection = request.engine.readable_collection(request.database, name);
    let Some(view) = collection.as_ref().filter(|collection| is_view(Some(collection))) else {
        return Ok(collection);
    };
    let collation = view.options.collation.clone();
    if let Some(given) = request.arguments().document("collation")?.filter(|given| !given.is_empty()) {
        check_collations(request, RawDoc::empty(), Collation::parse(given)?.as_ref())?;
    }
    let environment = environment(request, collation);
    let catalog = request.engine.catalog(request.database, name);
    let mut context = ParseContext::new(environment.clone());
    let pipeline = open_pipeline(&catalog, request.database, name, RawDoc::empty(), None, &mut context)?;
    let mut cursor = PipelineCursor::new(pipeline, environment);
    let documents = metered::pipeline(request, &mut cursor, |_, cursor| cursor.drain(&catalog))?;
    let namespace = format!("{}.{name}", request.database);
    Ok(Some(Rc::new(Collection::transient(namespace, documents))))
}

/// Whether the collection is a view.
pub(in crate::command) fn is_view(collection: Option<&Rc<Collection>>) -> bool {
    collection.is_some_and(|collection| collection.options.view.is_some())
}

/// Rejects a view where a stored collection is required.
///
/// # Errors
/// `CommandNotSupportedOnView` (166).
pub(in crate::command) fn refuse(request: &Request<'_>, name: &str) -> Result<()> {
    if is_view(request.engine.collection(request.database, name)) {
        return Err(Error::not_on_view(request.database, name));
    }
    Ok(())
}
