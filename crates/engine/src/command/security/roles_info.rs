//! `rolesInfo`: <https://www.mongodb.com/docs/manual/reference/command/rolesInfo/>. There are no
//! roles besides the built-in ones, which give nobody anything here.

use crate::command::Command;
use crate::command::shared::user_names;

pub(super) static COMMAND: Command = Command {
    name: "rolesInfo",
    summary: "Lists the roles that users have defined, of which there are none.",
    example: r#"{"rolesInfo": 1}"#,
    fields: &["showAuthenticationRestrictions", "showPrivileges"],
    refused: &["showBuiltinRoles"],
    run: |request, out| {
        user_names::read(request, "role")?;
        out.array("roles", |_| {});
        Ok(())
    },
    ..Command::DEFAULT
};
