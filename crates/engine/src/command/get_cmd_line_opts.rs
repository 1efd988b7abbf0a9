//! `getCmdLineOpts`.

use super::Command;

/// See <https://www.mongodb.com/docs/manual/reference/command/getCmdLineOpts/>.
pub(super) static COMMAND: Command = Command {
    name: "getCmdLineOpts",
    aliases: &[],
    summary: "Tells how the server was started: without options.",
    example: r#"{"getCmdLineOpts": 1, "$db": "admin"}"#,
    operation: "command",
    profiled: false,
    fields: &[],
    run: |request, out| {
        super::require_admin(request)?;
        out.array("argv", |argv| {
            argv.push_str("mongod");
        });
        out.document("parsed", |_| {});
        Ok(())
    },
    explain: None,
};
