//! The sessions that `endSessions`, `killSessions` and `refreshSessions` name.

use crate::command::Request;
use crate::error::Result;
use crate::session_id::session_id;
use crate::value::RawDoc;

/// The ids of the sessions that the command names.
///
/// # Errors
/// `TypeMismatch` for what is no array; those of [`session_id`].
pub(in crate::command) fn sessions(request: &Request<'_>) -> Result<Vec<Vec<u8>>> {
    let name = request.body.first().map_or("", |first| first.name());
    let given = request.arguments().array(name)?.unwrap_or(RawDoc::empty());
    given.values().map(session_id).collect()
}
