//! `killAllSessions`.

use super::Command;

/// See <https://www.mongodb.com/docs/manual/reference/command/killAllSessions/>. There are
/// no users to tell sessions apart by.
pub(super) static COMMAND: Command = Command {
    name: "killAllSessions",
    aliases: &["killAllSessionsByPattern"],
    summary: "Ends all sessions, and what transactions they have in progress.",
    example: r#"{"killAllSessions": []}"#,
    profiled: false,
    run: |request, _| {
        request.arguments().array(request.body.first().map_or("", |first| first.name()))?;
        request.engine.end_all_sessions();
        Ok(())
    },
    ..Command::DEFAULT
};
