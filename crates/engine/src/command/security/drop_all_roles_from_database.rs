//! `dropAllRolesFromDatabase`.

use crate::command::shared::role_store;
use crate::command::{Command, Writes};

/// See <https://www.mongodb.com/docs/manual/reference/command/dropAllRolesFromDatabase/>.
pub(super) static COMMAND: Command = Command {
    name: "dropAllRolesFromDatabase",
    summary: "Removes all roles that users have defined on the database.",
    example: r#"{"dropAllRolesFromDatabase": 1}"#,
    run: |request, out| {
        out.append_count("n", role_store::drop_all(request)? as u64);
        Ok(())
    },
    writes: Writes::Always,
    ..Command::DEFAULT
};
