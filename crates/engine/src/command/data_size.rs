//! `dataSize`.

use super::{Command, Request, check_collection_name, check_database_name};
use crate::error::{Error, ErrorCode, Result};
use crate::value::DocBuilder;

/// See <https://www.mongodb.com/docs/manual/reference/command/dataSize/>.
pub(super) static COMMAND: Command = Command {
    name: "dataSize",
    aliases: &["datasize"],
    summary: "Gives the bytes of a collection's documents.",
    example: r#"{"dataSize": "test.books"}"#,
    fields: &["estimate"],
    refused: &["keyPattern", "min", "max", "maxSize", "maxObjects"],
    run,
    ..Command::DEFAULT
};

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let namespace = request.arguments().string("dataSize")?.unwrap_or_default();
    let (database, name) = namespace.split_once('.').ok_or_else(|| {
        Error::new(ErrorCode::INVALID_NAMESPACE, format!("Invalid namespace specified '{namespace}'"))
    })?;
    check_database_name(database)?;
    check_collection_name(database, name)?;
    let estimate = request.arguments().flag("estimate")?;
    let collection = request.engine.readable_collection(database, name);
    let records = collection.as_ref().map(|collection| collection.records());
    out.append_bool("estimate", estimate)
        .append_count("size", records.map_or(0, |records| records.data_bytes() as u64))
        .append_count("numObjects", records.map_or(0, |records| records.len() as u64))
        .append_i32("millis", 0);
    Ok(())
}
