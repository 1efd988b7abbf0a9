//! `explain`.

use crate::arguments::Arguments;
use crate::command::shared::explain::write_closing;
use crate::command::{Command, ReadConcern, Request, find_command};
use crate::error::{Error, ErrorCode, Result};
use crate::plan::Verbosity;
use crate::value::{DocBuilder, RawValue};

/// See <https://www.mongodb.com/docs/manual/reference/command/explain/>.
pub(super) static COMMAND: Command = Command {
    name: "explain",
    summary: "Shows how another command would be executed.",
    example: r#"{"explain": {"find": "books", "filter": {"author": "Woolf"}}, "verbosity": "executionStats"}"#,
    fields: &["verbosity"],
    run,
    version_1: Some(&[]),
    read_concern: ReadConcern::Any,
    ..Command::DEFAULT
};

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let arguments = request.arguments();
    arguments.required("explain")?;
    let inner = arguments.document("explain")?.ok_or_else(|| {
        // An explicit null is a type error.
        arguments.wrong_type("explain", RawValue::NULL, "object")
    })?;
    let verbosity = Verbosity::parse(arguments.string("verbosity")?)?;
    let name = inner.first().map_or("", |first| first.name());
    let inner_database = inner.get("$db").and_then(RawValue::as_str);
    if let Some(other) = inner_database.filter(|other| *other != request.database) {
        return Err(Error::new(
            ErrorCode::INVALID_NAMESPACE,
            format!("Mismatched $db in explain command. Expected {} but got {other}", request.database),
        ));
    }
    let command = find_command(name).ok_or_else(|| {
        Error::new(ErrorCode::COMMAND_NOT_FOUND, format!("Explain failed due to unknown command: {name}"))
    })?;
    let explain = command
        .explain
        .ok_or_else(|| Error::new(ErrorCode::ILLEGAL_OPERATION, format!("Cannot explain cmd: {name}")))?;
    let given = Arguments::new(command.structure(), inner);
    crate::command::dispatch::check_fields(command, request.database, &given)?;
    if arguments.boolean("apiStrict")? == Some(true) {
        crate::command::versioned_api::check_strict(&given, command.version_1.unwrap_or(&[]))?;
    }
    // Execute the inner command in place of this one.
    let outer = (request.body, request.name, request.given);
    (request.body, request.name, request.given) = (inner, command.name, given);
    let result = explain(request, verbosity, out);
    (request.body, request.name, request.given) = outer;
    result?;
    write_closing(inner, request.database, out);
    Ok(())
}
