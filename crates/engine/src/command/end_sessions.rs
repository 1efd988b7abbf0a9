//! `endSessions`, `killSessions`, `refreshSessions`.

use super::{Command, Request};
use crate::error::Result;
use crate::transaction::session_id;
use crate::value::{DocBuilder, RawDoc};

/// See <https://www.mongodb.com/docs/manual/reference/command/endSessions/>.
pub(super) static COMMAND: Command = Command {
    name: "endSessions",
    summary: "Ends client sessions, and what transactions they have in progress.",
    example: r#"{"endSessions": []}"#,
    profiled: false,
    run,
    version_1: Some(&[]),
    ..Command::DEFAULT
};

/// See <https://www.mongodb.com/docs/manual/reference/command/killSessions/>: without names,
/// all sessions. They may go on with something new.
pub(super) static KILL: Command = Command {
    name: "killSessions",
    summary: "Ends what client sessions are doing: transactions in progress, open cursors.",
    example: r#"{"killSessions": []}"#,
    profiled: false,
    run: |request, _| {
        let named = sessions(request)?;
        request.engine.kill_sessions((!named.is_empty()).then_some(named));
        Ok(())
    },
    ..Command::DEFAULT
};

/// See <https://www.mongodb.com/docs/manual/reference/command/refreshSessions/>: they
/// count as used.
pub(super) static REFRESH: Command = Command {
    name: "refreshSessions",
    summary: "Keeps sessions from being forgotten.",
    example: r#"{"refreshSessions": []}"#,
    profiled: false,
    run: |request, _| {
        for session in sessions(request)? {
            request.engine.use_session(session);
        }
        Ok(())
    },
    version_1: Some(&[]),
    ..Command::DEFAULT
};

fn run(request: &mut Request<'_>, _: &mut DocBuilder) -> Result<()> {
    for session in sessions(request)? {
        request.engine.end_session(&session);
    }
    Ok(())
}

/// The ids of the sessions that the command names.
fn sessions(request: &Request<'_>) -> Result<Vec<Vec<u8>>> {
    let name = request.body.first().map_or("", |first| first.name());
    let given = request.arguments().array(name)?.unwrap_or(RawDoc::empty());
    given.values().map(session_id).collect()
}
