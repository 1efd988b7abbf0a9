//! `getLog`.

use crate::command::Command;
use crate::error::Error;

/// The log names.
const LOGS: &[&str] = &["global", "startupWarnings"];

/// See <https://www.mongodb.com/docs/manual/reference/command/getLog/>. The logs are empty.
pub(super) static COMMAND: Command = Command {
    name: "getLog",
    summary: "Gives the server's log, which is empty.",
    example: r#"{"getLog": "startupWarnings", "$db": "admin"}"#,
    profiled: false,
    run: |request, out| {
        let name = request.arguments().string("getLog")?.unwrap_or_default();
        if name == "*" {
            out.array("names", |names| {
                for log in LOGS {
                    names.push_str(log);
                }
            });
            return Ok(());
        }
        if !LOGS.contains(&name) {
            return Err(Error::bad_value(format!("No log named '{name}'")));
        }
        out.append_i32("totalLinesWritten", 0).array("log", |_| {});
        Ok(())
    },
    admin: true,
    lenient: true,
    ..Command::DEFAULT
};
