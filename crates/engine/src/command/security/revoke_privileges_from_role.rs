//! `revokePrivilegesFromRole`.

use crate::command::Command;
use crate::command::shared::role_store;

/// See <https://www.mongodb.com/docs/manual/reference/command/revokePrivilegesFromRole/>.
pub(super) static COMMAND: Command = Command {
    name: "revokePrivilegesFromRole",
    summary: "Takes privileges from a role.",
    example: r#"{"revokePrivilegesFromRole": "librarian", "privileges": [{"resource": {"db": "lent", "collection": ""}, "actions": ["find"]}], "$db": "lent"}"#,
    fields: &["privileges"],
    run: |request, _| role_store::change(request, "privileges", false),
    write_concern: true,
    ..Command::DEFAULT
};
