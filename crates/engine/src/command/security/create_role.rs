//! `createRole`.

use crate::command::shared::role_store;
use crate::command::{Command, Writes};

/// See <https://www.mongodb.com/docs/manual/reference/command/createRole/>.
pub(super) static COMMAND: Command = Command {
    name: "createRole",
    summary: "Defines a role. Without authentication, roles have no effect.",
    example: r#"{"createRole": "reader", "privileges": [], "roles": ["read"]}"#,
    fields: role_store::FIELDS,
    refused: &["authenticationRestrictions"],
    run: |request, _| role_store::create(request),
    writes: Writes::Always,
    ..Command::DEFAULT
};
