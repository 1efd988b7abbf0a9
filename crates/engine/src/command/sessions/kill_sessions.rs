//! `killSessions`: <https://www.mongodb.com/docs/manual/reference/command/killSessions/>. Without ids,
//! kills all sessions. A killed session may be used again.

use crate::command::Command;
use crate::command::shared::named_sessions::sessions;

pub(super) static COMMAND: Command = Command {
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
