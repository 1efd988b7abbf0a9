//! `ping`.

use super::Command;

/// See <https://www.mongodb.com/docs/manual/reference/command/ping/>.
pub(super) static COMMAND: Command = Command {
    name: "ping",
    aliases: &[],
    summary: "Answers, to show that the server is there.",
    example: r#"{"ping": 1}"#,
    operation: "command",
    profiled: false,
    fields: &[],
    run: |_, _| Ok(()),
    explain: None,
};
