//! `revokeRolesFromUser`.

use crate::command::shared::user_store::{self, Act};
use crate::command::{Command, Writes};

/// See <https://www.mongodb.com/docs/manual/reference/command/revokeRolesFromUser/>.
pub(super) static COMMAND: Command = Command {
    name: "revokeRolesFromUser",
    summary: "Takes roles from a user.",
    example: r#"{"revokeRolesFromUser": "ada", "roles": ["readWrite"], "$db": "lent"}"#,
    fields: &["roles"],
    run: |request, _| user_store::change_roles(request, Act::Revoke),
    writes: Writes::Always,
    ..Command::DEFAULT
};
