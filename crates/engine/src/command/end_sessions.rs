//! `endSessions`.

use super::Command;

/// See <https://www.mongodb.com/docs/manual/reference/command/endSessions/>.
pub(super) static COMMAND: Command = Command {
    name: "endSessions",
    aliases: &["refreshSessions", "killSessions"],
    summary: "Ends client sessions.",
    example: r#"{"endSessions": []}"#,
    operation: "command",
    profiled: false,
    fields: &[],
    run: |_, _| Ok(()),
    explain: None,
};
