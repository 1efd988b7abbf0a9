//! `grantPrivilegesToRole`.

use crate::command::Command;
use crate::command::shared::role_store;
use crate::command::shared::user_store::Act;

/// See <https://www.mongodb.com/docs/manual/reference/command/grantPrivilegesToRole/>.
pub(super) static COMMAND: Command = Command {
    name: "grantPrivilegesToRole",
    summary: "Gives a role more privileges.",
    example: r#"{"grantPrivilegesToRole": "librarian", "privileges": [{"resource": {"db": "lent", "collection": ""}, "actions": ["find"]}], "$db": "lent"}"#,
    fields: &["privileges"],
    run: |request, _| role_store::change(request, "privileges", Act::Grant),
    write_concern: true,
    ..Command::DEFAULT
};
