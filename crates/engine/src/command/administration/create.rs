//! `create`.

use crate::collection::{CollectionOptions, validator_place};
use crate::command::shared::{view, write};
use crate::command::{Command, InTransactions, Request, Writes, timeseries};
use crate::error::{Error, ErrorCode, Result};
use crate::internal_namespaces::{LOCAL, VIEWS};
use crate::value::{DocBuilder, RawDoc, Value, display_document};

/// See <https://www.mongodb.com/docs/manual/reference/command/create/>.
pub(super) static COMMAND: Command = Command {
    name: "create",
    summary: "Creates a collection.",
    example: r#"{"create": "log", "capped": true, "size": 4096, "max": 100}"#,
    fields: CollectionOptions::FIELDS,
    run,
    refused: &["encryptedFields"],
    version_1: Some(&[ID_INDEX, "capped", "indexOptionDefaults", "max", "size", "storageEngine"]),
    writes: Writes::Always,
    in_transactions: InTransactions::Part,
    ..Command::DEFAULT
};

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    create(request)?;
    if request.arguments().get(ID_INDEX).is_some() {
        out.append_str(
            "note",
            "The autoIndexId option is deprecated and will be removed in a future release",
        );
    }
    Ok(())
}

/// Whether to create an index on `_id`, without which documents can't be replicated.
const ID_INDEX: &str = "autoIndexId";

fn create(request: &mut Request<'_>) -> Result<()> {
    let name = request.collection_name()?;
    if name == VIEWS && request.arguments().get("viewOn").is_some() {
        return Err(Error::new(
            ErrorCode::INVALID_NAMESPACE,
            format!("Cannot create a view called '{name}'. The name is reserved for the view definitions."),
        ));
    }
    write::check_creatable(request.database, name)?;
    if request.arguments().get("timeseries").is_some() {
        return timeseries::create(request, name);
    }
    let options = CollectionOptions::parse(RawDoc::new(&options_of(request.body)))?;
    let database = request.database;
    let existing = request.engine.collection(database, name);
    // An existing view or collection with other options is reported below.
    if existing.is_none_or(|existing| existing.options.document == options.document) {
        view::check(request, name, &options)?;
    }
    if let Some(existing) = request.engine.collection(database, name) {
        if request.ticket.is_some() {
            let text = match &existing.options.view {
                Some(_) => format!("A view already exists. NS: {database}.{name}"),
                None => format!("Collection {database}.{name} already exists."),
            };
            return Err(Error::new(ErrorCode::NAMESPACE_EXISTS, text));
        }
        // Repeating the command with equal options is not an error.
        if existing.options.document == options.document {
            return Ok(());
        }
        let mut shown = DocBuilder::new();
        if existing.options.view.is_none() {
            shown.append("uuid", &Value::uuid(existing.uuid));
        }
        if let Some(options) = &existing.options.document {
            shown.append_all(RawDoc::new(options));
        }
        return Err(Error::new(
            ErrorCode::NAMESPACE_EXISTS,
            format!(
                "namespace {database}.{name} already exists, but with different options: {}",
                display_document(RawDoc::new(&shown.finish()))
            ),
        ));
    }
    let indexed =
        request.arguments().get(ID_INDEX).is_none_or(|_| request.arguments().flag(ID_INDEX) == Ok(true));
    if !indexed && database != LOCAL {
        return Err(Error::new(
            50001,
            format!(
                "autoIndexId:false is not allowed for collection {database}.{name} because it can be replicated"
            ),
        ));
    }
    if options.view.is_some() && request.ticket.is_some() {
        return Err(Error::new(
            ErrorCode::OPERATION_NOT_SUPPORTED_IN_TRANSACTION,
            "Cannot create a view in a multi-document transaction.",
        ));
    }
    if options.validator.is_some() {
        validator_place(database, name, || request.engine.new_uuid())?;
    }
    request.engine.create_collection(database, name, options)
}

/// Returns the options without the command's own fields.
fn options_of(body: RawDoc<'_>) -> Vec<u8> {
    let mut out = DocBuilder::new();
    for element in body.iter().filter(|e| CollectionOptions::FIELDS.contains(&e.name())) {
        out.append_raw(element.name(), element.value);
    }
    out.finish()
}
