//! `getCmdLineOpts`.

use crate::command::Command;

/// See <https://www.mongodb.com/docs/manual/reference/command/getCmdLineOpts/>.
pub(super) static COMMAND: Command = Command {
    name: "getCmdLineOpts",
    summary: "Returns how the server was started: without options.",
    example: r#"{"getCmdLineOpts": 1, "$db": "admin"}"#,
    profiled: false,
    run: |_, out| {
        out.array("argv", |argv| {
            argv.push_str("mongod");
        });
        out.document("parsed", |_| {});
        Ok(())
    },
    admin: true,
    ..Command::DEFAULT
};
