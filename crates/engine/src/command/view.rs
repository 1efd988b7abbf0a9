//! Views: <https://www.mongodb.com/docs/manual/core/views/>.

use std::rc::Rc;

use super::Request;
use crate::aggregate::expression::ParseContext;
use crate::aggregate::{Pipeline, open_pipeline, resolve_view};
use crate::collection::{Collection, View};
use crate::cursor::PipelineCursor;
use crate::error::{Error, ErrorCode, Result};
use crate::value::RawDoc;

/// Whether a view may be defined so.
///
/// # Errors
/// What its pipeline raises; `OptionNotSupportedOnView` (167) for `$out` and
/// `$merge`; `GraphContainsCycle` (5).
pub(super) fn check(request: &Request<'_>, name: &str, view: &View) -> Result<()> {
    let environment = request.engine.environment(None);
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
    let mut on = view.on.clone();
    let catalog = request.engine.catalog(request.database, &on);
    loop {
        if on == name {
            return Err(Error::new(
                ErrorCode::GRAPH_CONTAINS_CYCLE,
                format!(
                    "View cycle detected: {}.{name} => {}.{}",
                    request.database, request.database, view.on
                ),
            ));
        }
        let next = catalog.find(request.database, &on).and_then(|(_, c)| c.options.view.clone());
        match next {
            Some(further) => on = further.on,
            None => break,
        }
    }
    // One view more than there may be on one another fails here.
    resolve_view(&catalog, request.database, &view.on).map(|_| ())
}

/// The collection that a reading command reads: a stored one, or the result of a view.
///
/// # Errors
/// What the view's pipeline raises.
pub(super) fn readable(request: &mut Request<'_>, name: &str) -> Result<Option<Rc<Collection>>> {
    let collection = request.engine.readable_collection(request.database, name);
    if !is_view(collection.as_deref()) {
        return Ok(collection);
    }
    let environment = request.engine.environment(None);
    let catalog = request.engine.catalog(request.database, name);
    let mut context = ParseContext::new(environment.clone());
    let pipeline = open_pipeline(&catalog, request.database, name, RawDoc::empty(), None, &mut context)?;
    let mut cursor = PipelineCursor::new(pipeline, environment);
    let documents = cursor.drain(&catalog)?;
    let namespace = format!("{}.{name}", request.database);
    Ok(Some(Rc::new(Collection::transient(namespace, documents))))
}

/// Whether this is a view.
pub(super) fn is_view(collection: Option<&Collection>) -> bool {
    collection.is_some_and(|collection| collection.options.view.is_some())
}

/// Refuses what can only be done to a collection that is stored.
///
/// # Errors
/// `CommandNotSupportedOnView` (166).
pub(super) fn refuse(request: &Request<'_>, name: &str) -> Result<()> {
    if is_view(request.engine.collection(request.database, name).map(|c| &**c)) {
        return Err(Error::new(
            ErrorCode::COMMAND_NOT_SUPPORTED_ON_VIEW,
            format!("Namespace {}.{name} is a view, not a collection", request.database),
        ));
    }
    Ok(())
}
