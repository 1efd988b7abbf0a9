//! `dropDatabase`.

use std::rc::Rc;

use super::{Command, Request};
use crate::error::Result;
use crate::value::DocBuilder;

/// See <https://www.mongodb.com/docs/manual/reference/command/dropDatabase/>.
pub(super) static COMMAND: Command = Command {
    name: "dropDatabase",
    aliases: &[],
    summary: "Removes a database with its collections.",
    example: r#"{"dropDatabase": 1}"#,
    operation: "command",
    profiled: true,
    fields: &[],
    run,
    explain: None,
};

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let database = request.database;
    let removed = Rc::make_mut(&mut request.engine.state.databases).remove(database);
    for name in removed.iter().flat_map(|collections| collections.keys()) {
        request.engine.cursors.close_collection(database, name);
    }
    if removed.is_some() {
        out.append_str("dropped", database);
    }
    Ok(())
}
