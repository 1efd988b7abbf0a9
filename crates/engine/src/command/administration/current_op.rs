//! `currentOp`.

use crate::command::Command;

/// See <https://www.mongodb.com/docs/manual/reference/command/currentOp/>. Commands run one
/// after the other, and the asking one is not listed.
pub(super) static COMMAND: Command = Command {
    name: "currentOp",
    summary: "Lists the operations in progress; there are never any.",
    example: r#"{"currentOp": 1, "$db": "admin"}"#,
    profiled: false,
    fields: &["$all", "$ownOps"],
    run: |request, out| {
        out.array("inprog", |_| {});
        if request.engine.fsync_locks > 0 {
            out.append_bool("fsyncLock", true)
                .append_str("info", "use db.fsyncUnlock() to terminate the fsync write/snapshot lock");
        }
        Ok(())
    },
    admin: true,
    ..Command::DEFAULT
};
