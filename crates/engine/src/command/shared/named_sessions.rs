//! The session ids in `endSessions`, `killSessions` and `refreshSessions`.

use crate::command::Request;
use crate::error::Result;
use crate::session_id::session_id;
use crate::value::RawDoc;

/// Returns the session ids in the command.
///
/// # Errors
/// `TypeMismatch` for a value that is not an array; errors of [`session_id`].
pub(in crate::command) fn sessions(request: &Request<'_>) -> Result<Vec<Vec<u8>>> {
    let name = request.body.first().map_or("", |first| first.name());
    let given = request.arguments().array(name)?.unwrap_or(RawDoc::empty());
    given.values().map(session_id).collect()
}
