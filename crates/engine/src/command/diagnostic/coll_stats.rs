//! `collStats`.

use crate::collection::write_statistics;
use crate::command::{Command, Request, timeseries};
use crate::error::Result;
use crate::value::DocBuilder;

/// See <https://www.mongodb.com/docs/manual/reference/command/collStats/>.
pub(super) static COMMAND: Command = Command {
    name: "collStats",
    aliases: &["collstats"],
    summary: "Returns the size of a collection and of its indexes.",
    example: r#"{"collStats": "books"}"#,
    fields: &["scale", "freeStorage"],
    run,
    ..Command::DEFAULT
};

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let name = request.collection_name()?;
    let name = &*timeseries::stored_name(request, name);
    crate::command::shared::view::refuse(request, name)?;
    let scale = request.arguments().at_least(1, "scale")?.unwrap_or(1);
    out.append_str("ns", &request.namespace());
    let collection = request.engine.readable_collection(request.database, name);
    write_statistics(collection.as_deref(), scale, out);
    Ok(())
}
