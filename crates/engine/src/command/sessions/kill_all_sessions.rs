//! `killAllSessions`.

use crate::command::Command;
use crate::error::Error;
use crate::value::RawDoc;

/// See <https://www.mongodb.com/docs/manual/reference/command/killAllSessions/>. Sessions have no user
/// here, so all are killed.
pub(super) static COMMAND: Command = Command {
    name: "killAllSessions",
    aliases: &["killAllSessionsByPattern"],
    summary: "Ends what all sessions are doing: transactions in progress, open cursors.",
    example: r#"{"killAllSessions": []}"#,
    profiled: false,
    run: |request, _| {
        let name = request.body.first().map_or("", |first| first.name());
        let given = request.arguments().array(name)?;
        for (at, user) in given.into_iter().flat_map(RawDoc::values).enumerate() {
            if user.as_document().is_none() {
                return Err(Error::wrong_element_type(&format!("{name}.{name}"), at, user, "object"));
            }
        }
        request.engine.kill_sessions(None);
        Ok(())
    },
    ..Command::DEFAULT
};
