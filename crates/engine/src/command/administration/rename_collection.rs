//! `renameCollection`.

use super::drop::dropped;
use crate::command::shared::names::split_namespace;
use crate::command::shared::view::is_view;
use crate::command::shared::write;
use crate::command::{Command, Request, Writes};
use crate::error::{Error, ErrorCode, Result};
use crate::internal_namespaces::LOCAL;
use crate::value::{DocBuilder, tag, uuid_text};

/// See <https://www.mongodb.com/docs/manual/reference/command/renameCollection/>.
pub(super) static COMMAND: Command = Command {
    name: "renameCollection",
    summary: "Gives a collection another name.",
    example: r#"{"renameCollection": "test.books", "to": "test.volumes", "$db": "admin"}"#,
    fields: &["to", "dropTarget", "stayTemp"],
    run,
    admin: true,
    writes: Writes::Always,
    ..Command::DEFAULT
};

fn run(request: &mut Request<'_>, _out: &mut DocBuilder) -> Result<()> {
    let arguments = request.arguments();
    let (from_database, from) = split_namespace(arguments.string("renameCollection")?.unwrap_or_default())?;
    arguments.given("to")?;
    let target = arguments.string("to")?.unwrap_or_default();
    let (to_database, to) = split_namespace(target).map_err(|error| {
        // The server reports an invalid target as an illegal operation, an invalid source as an invalid
        // namespace.
        if target.contains('$') { Error::new(ErrorCode::ILLEGAL_OPERATION, error.message()) } else { error }
    })?;
    let drop_target = match arguments.get("dropTarget") {
        // A replica set passes the UUID of the collection to drop.
        Some(value) if !matches!(value.tag, tag::BOOL | tag::BINARY) => {
            return Err(arguments.wrong_type("dropTarget", value, "bool, binData"));
        }
        value => value.is_some_and(|value| value.as_bool() != Some(false)),
    };
    if (from_database, from) == (to_database, to) {
        return Err(Error::new(ErrorCode::ILLEGAL_OPERATION, "Can't rename a collection to itself"));
    }
    write::check_creatable(to_database, to)?;
    // Collections in `local` are not replicated, so they can't move to or from it.
    if (from_database == LOCAL) != (to_database == LOCAL) {
        return Err(Error::new(
            ErrorCode::ILLEGAL_OPERATION,
            "Cannot rename collections between a replicated and an unreplicated database",
        ));
    }
    let source = request.engine.collection(from_database, from);
    if is_view(source) {
        return Err(Error::new(
            ErrorCode::COMMAND_NOT_SUPPORTED_ON_VIEW,
            format!("cannot rename view: {from_database}.{from}"),
        ));
    }
    if source.is_none() {
        return Err(Error::new(
            ErrorCode::NAMESPACE_NOT_FOUND,
            format!("Source collection {from_database}.{from} does not exist"),
        ));
    }
    let target = request.engine.collection(to_database, to);
    if is_view(target) {
        return Err(Error::new(
            ErrorCode::NAMESPACE_EXISTS,
            format!("a view already exists with that name: {to_database}.{to}"),
        ));
    }
    if target.is_some() && !drop_target {
        return Err(Error::new(ErrorCode::NAMESPACE_EXISTS, "target namespace exists"));
    }
    let replaced = request.engine.remove_collection(to_database, to);
    if let Some(replaced) = &replaced {
        request.engine.cursors.close_collection(to_database, to, &dropped(replaced));
    }
    if let Some(collection) = request.engine.remove_collection(from_database, from) {
        let why = format!(
            "collection renamed from '{from_database}.{from}' to '{to_database}.{to}'. UUID {}",
            uuid_text(&collection.uuid)
        );
        request.engine.cursors.close_collection(from_database, from, &why);
        let namespace = [from_database, ".", from].concat();
        let replaced = replaced.map(|replaced| replaced.uuid);
        request.engine.record_rename(&namespace, collection.uuid, (to_database, to), replaced);
        request.engine.put_collection(to_database, to, collection);
    }
    Ok(())
}
