//! `grantRolesToUser`.

use crate::command::shared::user_store::{self, Act};
use crate::command::{Command, Writes};

/// See <https://www.mongodb.com/docs/manual/reference/command/grantRolesToUser/>.
pub(super) static COMMAND: Command = Command {
    name: "grantRolesToUser",
    summary: "Gives a user more roles.",
    example: r#"{"grantRolesToUser": "ada", "roles": ["dbAdmin"], "$db": "lent"}"#,
    fields: &["roles"],
    run: |request, _| user_store::change_roles(request, Act::Grant),
    writes: Writes::Always,
    ..Command::DEFAULT
};
