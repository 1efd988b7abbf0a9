//! `dropAllRolesFromDatabase`.

use crate::command::Command;
use crate::command::shared::role_store;

/// See <https://www.mongodb.com/docs/manual/reference/command/dropAllRolesFromDatabase/>.
pub(super) static COMMAND: Command = Command {
    name: "dropAllRolesFromDatabase",
    summary: "Removes all roles that users have defined on the database.",
    example: r#"{"dropAllRolesFromDatabase": 1}"#,
    run: |request, out| {
        out.append_count("n", role_store::drop_all(request)? as u64);
        Ok(())
    },
    write_concern: true,
    ..Command::DEFAULT
};
