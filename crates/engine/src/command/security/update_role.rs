//! `updateRole`.

use crate::command::shared::role_store;
use crate::command::{Command, Writes};

/// See <https://www.mongodb.com/docs/manual/reference/command/updateRole/>.
pub(super) static COMMAND: Command = Command {
    name: "updateRole",
    summary: "Replaces the privileges of a role, or the roles it has.",
    example: r#"{"updateRole": "librarian", "roles": ["readWrite"], "$db": "lent"}"#,
    fields: role_store::FIELDS,
    refused: &["authenticationRestrictions"],
    run: |request, _| role_store::update(request),
    writes: Writes::Always,
    ..Command::DEFAULT
};
