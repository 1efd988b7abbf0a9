//! `dropUser`.

use crate::command::shared::user_store;
use crate::command::{Command, Request, Writes};
use crate::error::{Error, ErrorCode, Result};
use crate::value::DocBuilder;

/// See <https://www.mongodb.com/docs/manual/reference/command/dropUser/>.
pub(super) static COMMAND: Command = Command {
    name: "dropUser",
    summary: "Removes a user.",
    example: r#"{"dropUser": "ada", "$db": "lent"}"#,
    run,
    writes: Writes::Always,
    ..Command::DEFAULT
};

fn run(request: &mut Request<'_>, _out: &mut DocBuilder) -> Result<()> {
    let (database, name) = (request.database, user_store::name_of(request)?);
    if user_store::remove(request.engine, user_store::USERS, (database, name))? {
        return Ok(());
    }
    Err(Error::new(ErrorCode::USER_NOT_FOUND, format!("User '{name}@{database}' not found")))
}
