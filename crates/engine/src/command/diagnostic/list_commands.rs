//! `listCommands`.

use crate::command::{Command, ReadConcern, Writes, commands};
use crate::value::sort_by;

/// See <https://www.mongodb.com/docs/manual/reference/command/listCommands/>.
pub(super) static COMMAND: Command = Command {
    name: "listCommands",
    summary: "Lists the commands.",
    example: r#"{"listCommands": 1}"#,
    profiled: false,
    run: |_, out| {
        let mut all: Vec<_> = commands().filter(|command| !command.name.starts_with("dojo")).collect();
        sort_by(&mut all, |a, b| a.name.cmp(b.name));
        out.document("commands", |out| {
            for command in all {
                out.document(command.name, |entry| {
                    entry.append_str("help", command.summary);
                    entry.append_bool("requiresAuth", false);
                    entry.append_bool("secondaryOk", command.writes == Writes::Never);
                    entry.append_bool("secondaryOverrideOk", command.read_concern != ReadConcern::Local);
                    entry.append_bool("adminOnly", command.admin);
                    entry.array("apiVersions", |versions| {
                        if command.version_1.is_some() {
                            versions.push_str("1");
                        }
                    });
                    entry.array("deprecatedApiVersions", |_| {});
                });
            }
        });
        Ok(())
    },
    lenient: true,
    ..Command::DEFAULT
};
