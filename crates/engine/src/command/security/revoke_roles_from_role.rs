//! `revokeRolesFromRole`.

use crate::command::Command;
use crate::command::shared::role_store;
use crate::command::shared::user_store::Act;

/// See <https://www.mongodb.com/docs/manual/reference/command/revokeRolesFromRole/>.
pub(super) static COMMAND: Command = Command {
    name: "revokeRolesFromRole",
    summary: "Takes from a role what other roles have.",
    example: r#"{"revokeRolesFromRole": "librarian", "roles": ["read"], "$db": "lent"}"#,
    fields: &["roles"],
    run: |request, _| role_store::change(request, "roles", Act::Revoke),
    write_concern: true,
    ..Command::DEFAULT
};
