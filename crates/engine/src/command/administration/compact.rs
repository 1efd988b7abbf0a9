//! `compact`.

use crate::command::{Command, Request};
use crate::error::{Error, ErrorCode, Result};
use crate::value::DocBuilder;

/// See <https://www.mongodb.com/docs/manual/reference/command/compact/>. There is never memory to release.
pub(super) static COMMAND: Command = Command {
    name: "compact",
    summary: "Releases memory that a collection does not need, which is never much.",
    example: r#"{"compact": "books"}"#,
    fields: &["force", "freeSpaceTargetMB", "dryRun"],
    run,
    ..Command::DEFAULT
};

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let name = request.collection_name()?;
    let name = &*crate::command::timeseries::stored_name(request, name);
    let Some(collection) = request.engine.collection(request.database, name) else {
        return Err(Error::new(ErrorCode::NAMESPACE_NOT_FOUND, "collection does not exist"));
    };
    if collection.options.view.is_some() {
        return Err(Error::new(ErrorCode::COMMAND_NOT_SUPPORTED_ON_VIEW, "can't compact a view"));
    }
    let arguments = request.arguments();
    arguments.flag("force")?;
    arguments.integer("freeSpaceTargetMB")?;
    let tried = arguments.flag("dryRun")?;
    out.append_i64(if tried { "estimatedBytesFreed" } else { "bytesFreed" }, 0);
    Ok(())
}
