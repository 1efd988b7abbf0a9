//! `createRole`.

use crate::command::Command;
use crate::command::shared::role_store;

/// See <https://www.mongodb.com/docs/manual/reference/command/createRole/>.
pub(super) static COMMAND: Command = Command {
    name: "createRole",
    summary: "Defines a role, which gives nobody anything here: nobody has to say who they are.",
    example: r#"{"createRole": "reader", "privileges": [], "roles": ["read"]}"#,
    fields: role_store::FIELDS,
    refused: &["authenticationRestrictions"],
    run: |request, _| role_store::create(request),
    write_concern: true,
    ..Command::DEFAULT
};
