//! `dropDatabase`.

use std::rc::Rc;

use super::drop::dropped;
use crate::change_stream::Operation;
use crate::command::{Command, Request, Writes};
use crate::error::{Error, ErrorCode, Result};
use crate::internal_namespaces::ADMIN;
use crate::value::DocBuilder;

/// See <https://www.mongodb.com/docs/manual/reference/command/dropDatabase/>.
pub(super) static COMMAND: Command = Command {
    name: "dropDatabase",
    summary: "Removes a database with its collections.",
    example: r#"{"dropDatabase": 1}"#,
    run,
    version_1: Some(&[]),
    writes: Writes::Always,
    ..Command::DEFAULT
};

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let database = request.database;
    let one = request.body.first().and_then(|first| first.value.as_number());
    if one.is_none_or(|one| one.to_i64_exact() != Some(1)) {
        return Err(Error::new(5_255_100, "Have to pass 1 as 'drop' parameter"));
    }
    if database == ADMIN {
        return Err(Error::new(
            ErrorCode::ILLEGAL_OPERATION,
            format!("Dropping the '{ADMIN}' database is prohibited."),
        ));
    }
    let removed = Rc::make_mut(&mut request.engine.state.databases).remove(database);
    for (name, collection) in removed.iter().flatten() {
        request.engine.record_drop(collection);
        request.engine.cursors.close_collection(database, name, &dropped(collection));
    }
    if removed.is_some() {
        request.engine.record_change(Operation::DropDatabase, database, [0; 16], |_| {});
        out.append_str("dropped", database);
    }
    Ok(())
}
