//! `killAllSessions`.

use crate::command::Command;

/// See <https://www.mongodb.com/docs/manual/reference/command/killAllSessions/>. There are
/// no users to tell sessions apart by.
pub(super) static COMMAND: Command = Command {
    name: "killAllSessions",
    aliases: &["killAllSessionsByPattern"],
    summary: "Ends what all sessions are doing: transactions in progress, open cursors.",
    example: r#"{"killAllSessions": []}"#,
    profiled: false,
    run: |request, _| {
        request.arguments().array(request.body.first().map_or("", |first| first.name()))?;
        request.engine.kill_sessions(None);
        Ok(())
    },
    ..Command::DEFAULT
};
