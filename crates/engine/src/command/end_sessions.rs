//! `endSessions`, `killSessions`, `refreshSessions`.

use super::{Command, Request};
use crate::error::Result;
use crate::transaction::session_id;
use crate::value::{DocBuilder, RawDoc};

/// See <https://www.mongodb.com/docs/manual/reference/command/endSessions/>.
pub(super) static COMMAND: Command = Command {
    name: "endSessions",
    aliases: &["killSessions"],
    summary: "Ends client sessions, and what transactions they have in progress.",
    example: r#"{"endSessions": []}"#,
    profiled: false,
    run,
    version_1: Some(&[]),
    ..Command::DEFAULT
};

/// See <https://www.mongodb.com/docs/manual/reference/command/refreshSessions/>: sessions
/// do not expire here.
pub(super) static REFRESH: Command = Command {
    name: "refreshSessions",
    summary: "Keeps sessions alive, which never expire here.",
    example: r#"{"refreshSessions": []}"#,
    profiled: false,
    run: |_, _| Ok(()),
    version_1: Some(&[]),
    ..Command::DEFAULT
};

fn run(request: &mut Request<'_>, _: &mut DocBuilder) -> Result<()> {
    let sessions = request.arguments().array(request.body.first().map_or("", |first| first.name()))?;
    for session in sessions.into_iter().flat_map(RawDoc::values) {
        request.engine.end_session(&session_id(session)?);
    }
    Ok(())
}
