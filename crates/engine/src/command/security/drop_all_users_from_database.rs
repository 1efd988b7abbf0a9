//! `dropAllUsersFromDatabase`.

use crate::command::shared::user_store;
use crate::command::{Command, Request, Writes};
use crate::error::Result;
use crate::value::{DocBuilder, RawDoc, RawValue};

/// See <https://www.mongodb.com/docs/manual/reference/command/dropAllUsersFromDatabase/>.
pub(super) static COMMAND: Command = Command {
    name: "dropAllUsersFromDatabase",
    summary: "Removes all users of the database.",
    example: r#"{"dropAllUsersFromDatabase": 1}"#,
    run,
    writes: Writes::Always,
    ..Command::DEFAULT
};

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let users = user_store::list(request.engine, user_store::USERS, Some(request.database));
    for user in &users {
        let name = RawDoc::new(user).get("user").and_then(RawValue::as_str).unwrap_or_default();
        user_store::remove(request.engine, user_store::USERS, (request.database, name))?;
    }
    out.append_count("n", users.len() as u64);
    Ok(())
}
