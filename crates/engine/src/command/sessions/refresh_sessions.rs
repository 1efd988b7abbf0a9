//! `refreshSessions`: <https://www.mongodb.com/docs/manual/reference/command/refreshSessions/>. Marks the
//! sessions as used.

use crate::command::Command;
use crate::command::shared::named_sessions::sessions;

pub(super) static COMMAND: Command = Command {
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
