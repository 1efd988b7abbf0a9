//! `dropRole`.

use crate::command::Command;
use crate::command::shared::role_store;

/// See <https://www.mongodb.com/docs/manual/reference/command/dropRole/>.
pub(super) static COMMAND: Command = Command {
    name: "dropRole",
    summary: "Removes a role, also from who has it.",
    example: r#"{"dropRole": "librarian", "$db": "lent"}"#,
    fields: &[],
    run: |request, _| role_store::drop_one(request),
    write_concern: true,
    ..Command::DEFAULT
};
