//! `grantRolesToRole`.

use crate::command::shared::role_store;
use crate::command::shared::user_store::Act;
use crate::command::{Command, Writes};

/// See <https://www.mongodb.com/docs/manual/reference/command/grantRolesToRole/>.
pub(super) static COMMAND: Command = Command {
    name: "grantRolesToRole",
    summary: "Gives a role what other roles have.",
    example: r#"{"grantRolesToRole": "librarian", "roles": ["dbAdmin"], "$db": "lent"}"#,
    fields: &["roles"],
    run: |request, _| role_store::change(request, "roles", Act::Grant),
    writes: Writes::Always,
    ..Command::DEFAULT
};
