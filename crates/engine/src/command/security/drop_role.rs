//! `dropRole`.

use crate::command::shared::role_store;
use crate::command::{Command, Writes};

/// See <https://www.mongodb.com/docs/manual/reference/command/dropRole/>.
pub(super) static COMMAND: Command = Command {
    name: "dropRole",
    summary: "Removes a role, also from who has it.",
    example: r#"{"dropRole": "librarian", "$db": "lent"}"#,
    fields: &[],
    run: |request, _| role_store::drop_one(request),
    writes: Writes::Always,
    ..Command::DEFAULT
};
