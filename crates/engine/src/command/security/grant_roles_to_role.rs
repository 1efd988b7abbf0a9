//! `grantRolesToRole`.

use crate::command::Command;
use crate::command::shared::role_store;
use crate::command::shared::user_store::Act;

/// See <https://www.mongodb.com/docs/manual/reference/command/grantRolesToRole/>.
pub(super) static COMMAND: Command = Command {
    name: "grantRolesToRole",
    summary: "Gives a role what other roles have.",
    example: r#"{"grantRolesToRole": "librarian", "roles": ["dbAdmin"], "$db": "lent"}"#,
    fields: &["roles"],
    run: |request, _| role_store::change(request, "roles", Act::Grant),
    write_concern: true,
    ..Command::DEFAULT
};
