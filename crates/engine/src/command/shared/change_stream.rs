//! Opening a change stream by `aggregate`.

use std::rc::Rc;

use crate::aggregate::first_stage;
use crate::aggregate::stage::check_following;
use crate::change_stream::{ChangeStreamState, Target};
use crate::command::Request;
use crate::error::{Error, ErrorCode, Result};
use crate::value::{RawDoc, RawValue, display_document};

const NAME: &str = "$changeStream";

/// Whether a pipeline is a change stream.
pub(crate) fn is_change_stream(stages: RawDoc<'_>) -> bool {
    first_stage(stages).is_some_and(|stage| stage.name() == NAME)
}

/// Opens a pipeline's change stream, if it is one. The first one starts the engine's change log.
///
/// # Errors
/// 40602 if the stage is not first, `IllegalOperation` (20) for stages not allowed in a change stream,
/// `InvalidOptions` (72) for a read concern, `CommandNotSupportedOnView` (166).
pub(in crate::command) fn open(
    request: &mut Request<'_>,
    stages: RawDoc<'_>,
    name: Option<&str>,
) -> Result<Option<Rc<ChangeStreamState>>> {
    let mut names = stages.values().filter_map(RawValue::as_document).filter_map(RawDoc::first);
    let Some(at) = names.position(|stage| stage.name() == NAME) else { return Ok(None) };
    if at > 0 || names.any(|stage| stage.name() == NAME) {
        return Err(Error::new(40602, format!("{NAME} is only valid as the first stage in a pipeline.")));
    }
    check_following(stages)?;
    let concern = request.arguments().document("readConcern")?.unwrap_or(RawDoc::empty());
    if concern.get("level").is_some_and(|level| level.as_str() != Some("majority")) {
        return Err(Error::new(
            ErrorCode::INVALID_OPTIONS,
            format!(
                "{NAME} cannot run with a readConcern other than 'majority', or in a multi-document transaction. Current readConcern: {}",
                display_document(concern)
            ),
        ));
    }
    let database = request.database;
    if let Some(collection) = name.and_then(|name| request.engine.collection(database, name))
        && let Some(view) = &collection.options.view
    {
        let kind =
            if view.on.starts_with(crate::timeseries::BUCKETS) { "time-series collection" } else { "view" };
        return Err(Error::new(
            ErrorCode::COMMAND_NOT_SUPPORTED_ON_VIEW,
            format!("{NAME} is not supported on a {kind}: {}", request.namespace()),
        ));
    }
    let target = match name {
        Some(name) => Target::Collection(database.to_owned(), name.to_owned()),
        None if database == "admin" => Target::Everything,
        None => Target::Database(database.to_owned()),
    };
    Ok(Some(Rc::new(ChangeStreamState::new(request.engine.open_changes(), target))))
}
