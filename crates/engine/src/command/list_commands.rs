//! `listCommands`.

use super::{COMMANDS, Command};

/// See <https://www.mongodb.com/docs/manual/reference/command/listCommands/>.
pub(super) static COMMAND: Command = Command {
    name: "listCommands",
    aliases: &[],
    summary: "Lists the commands.",
    example: r#"{"listCommands": 1}"#,
    operation: "command",
    profiled: false,
    fields: &[],
    run: |_, out| {
        out.document("commands", |commands| {
            for command in COMMANDS.iter().filter(|command| !command.name.starts_with("dojo")) {
                commands.document(command.name, |entry| {
                    entry.append_str("help", command.summary);
                    entry.append_bool("requiresAuth", false);
                    entry.append_bool("adminOnly", false);
                });
            }
        });
        Ok(())
    },
    explain: None,
};
