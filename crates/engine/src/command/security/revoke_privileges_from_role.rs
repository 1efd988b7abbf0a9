//! `revokePrivilegesFromRole`.

use crate::command::Command;
use crate::command::shared::role_store;
use crate::command::shared::user_store::Act;

/// See <https://www.mongodb.com/docs/manual/reference/command/revokePrivilegesFromRole/>.
pub(super) static COMMAND: Command = Command {
    name: "revokePrivilegesFromRole",
    summary: "Takes privileges from a role.",
    example: r#"{"revokePrivilegesFromRole": "librarian", "privileges": [{"resource": {"db": "lent", "collection": ""}, "actions": ["find"]}], "$db": "lent"}"#,
    fields: &["privileges"],
    run: |request, _| role_store::change(request, "privileges", Act::Revoke),
    write_concern: true,
    ..Command::DEFAULT
};
