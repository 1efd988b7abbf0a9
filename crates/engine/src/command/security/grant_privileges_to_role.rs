//! `grantPrivilegesToRole`.

use crate::command::shared::role_store;
use crate::command::shared::user_store::Act;
use crate::command::{Command, Writes};

/// See <https://www.mongodb.com/docs/manual/reference/command/grantPrivilegesToRole/>.
pub(super) static COMMAND: Command = Command {
    name: "grantPrivilegesToRole",
    summary: "Gives a role more privileges.",
    example: r#"{"grantPrivilegesToRole": "librarian", "privileges": [{"resource": {"db": "lent", "collection": ""}, "actions": ["find"]}], "$db": "lent"}"#,
    fields: &["privileges"],
    run: |request, _| role_store::change(request, "privileges", Act::Grant),
    writes: Writes::Always,
    ..Command::DEFAULT
};
