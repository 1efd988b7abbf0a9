//! `revokePrivilegesFromRole`.

use crate::command::shared::role_store;
use crate::command::shared::user_store::Act;
use crate::command::{Command, Writes};

/// See <https://www.mongodb.com/docs/manual/reference/command/revokePrivilegesFromRole/>.
pub(super) static COMMAND: Command = Command {
    name: "revokePrivilegesFromRole",
    summary: "Takes privileges from a role.",
    example: r#"{"revokePrivilegesFromRole": "librarian", "privileges": [{"resource": {"db": "lent", "collection": ""}, "actions": ["find"]}], "$db": "lent"}"#,
    fields: &["privileges"],
    run: |request, _| role_store::change(request, "privileges", Act::Revoke),
    writes: Writes::Always,
    ..Command::DEFAULT
};
