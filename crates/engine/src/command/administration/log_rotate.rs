//! `logRotate`.

use crate::command::Command;

/// See <https://www.mongodb.com/docs/manual/reference/command/logRotate/>. Nothing is logged.
pub(super) static COMMAND: Command = Command {
    name: "logRotate",
    summary: "Begins a new log, which stays empty.",
    example: r#"{"logRotate": 1, "$db": "admin"}"#,
    profiled: false,
    admin: true,
    ..Command::DEFAULT
};
