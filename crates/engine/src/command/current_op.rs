//! `currentOp`.

use super::Command;

/// See <https://www.mongodb.com/docs/manual/reference/command/currentOp/>. Commands run one
/// after the other, and the asking one is not listed.
pub(super) static COMMAND: Command = Command {
    name: "currentOp",
    aliases: &[],
    summary: "Lists the operations in progress, of which there are never any.",
    example: r#"{"currentOp": 1, "$db": "admin"}"#,
    operation: "command",
    profiled: false,
    fields: &["$all", "$ownOps"],
    run: |request, out| {
        super::require_admin(request)?;
        out.array("inprog", |_| {});
        Ok(())
    },
    explain: None,
};
