//! `revokeRolesFromRole`.

use crate::command::shared::role_store;
use crate::command::shared::user_store::Act;
use crate::command::{Command, Writes};

/// See <https://www.mongodb.com/docs/manual/reference/command/revokeRolesFromRole/>.
pub(super) static COMMAND: Command = Command {
    name: "revokeRolesFromRole",
    summary: "Takes from a role what other roles have.",
    example: r#"{"revokeRolesFromRole": "librarian", "roles": ["read"], "$db": "lent"}"#,
    fields: &["roles"],
    run: |request, _| role_store::change(request, "roles", Act::Revoke),
    writes: Writes::Always,
    ..Command::DEFAULT
};
