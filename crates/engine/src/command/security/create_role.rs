//! `createRole`.

use crate::command::shared::role_store;
use crate::command::{Command, Writes};

/// See <https://www.mongodb.com/docs/manual/reference/command/createRole/>.
pub(super) static COMMAND: Command = Command {
    name: "createRole",
    summary: "Defines a role, which gives nobody anything here: nobody has to say who they are.",
    example: r#"{"createRole": "reader", "privileges": [], "roles": ["read"]}"#,
    fields: role_store::FIELDS,
    refused: &["authenticationRestrictions"],
    run: |request, _| role_store::create(request),
    writes: Writes::Always,
    ..Command::DEFAULT
};
