//! `ping`.

use crate::command::Command;

/// See <https://www.mongodb.com/docs/manual/reference/command/ping/>.
pub(super) static COMMAND: Command = Command {
    name: "ping",
    summary: "Answers, to show that the server is there.",
    example: r#"{"ping": 1}"#,
    profiled: false,
    run: |_, _| Ok(()),
    version_1: Some(&[]),
    ..Command::DEFAULT
};
