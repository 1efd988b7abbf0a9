//! `grantRolesToUser`.

use crate::command::Command;
use crate::command::shared::user_store::{self, Act};

/// See <https://www.mongodb.com/docs/manual/reference/command/grantRolesToUser/>.
pub(super) static COMMAND: Command = Command {
    name: "grantRolesToUser",
    summary: "Gives a user more roles.",
    example: r#"{"grantRolesToUser": "ada", "roles": ["dbAdmin"], "$db": "lent"}"#,
    fields: &["roles"],
    run: |request, _| user_store::change_roles(request, Act::Grant),
    write_concern: true,
    ..Command::DEFAULT
};
