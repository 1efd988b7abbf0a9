//! `lockInfo`.

use crate::command::Command;

/// See <https://www.mongodb.com/docs/manual/reference/command/lockInfo/>. Commands run one at a time, so
/// nothing is ever locked.
pub(super) static COMMAND: Command = Command {
    name: "lockInfo",
    summary: "Lists the locks that are held; there are never any.",
    example: r#"{"lockInfo": 1, "$db": "admin"}"#,
    profiled: false,
    run: |_, out| {
        out.array("lockInfo", |_| {});
        Ok(())
    },
    admin: true,
    ..Command::DEFAULT
};
