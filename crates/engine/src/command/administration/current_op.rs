//! `currentOp`.

use crate::command::Command;

/// See <https://www.mongodb.com/docs/manual/reference/command/currentOp/>. Commands run one at a time, and
/// this one is not listed, so the list is empty.
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
