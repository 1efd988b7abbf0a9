//! `collMod`.

use super::{Command, Request, view};
use crate::collection::{CollectionOptions, is_true};
use crate::error::{Error, ErrorCode, Result};
use crate::value::{DocBuilder, RawDoc, RawValue};

/// See <https://www.mongodb.com/docs/manual/reference/command/collMod/>.
pub(super) static COMMAND: Command = Command {
    name: "collMod",
    aliases: &[],
    summary: "Changes a collection's validator, an index's options, or a view's definition.",
    example: r#"{"collMod": "books", "validator": {"title": {"$type": "string"}}, "validationLevel": "moderate"}"#,
    operation: "command",
    profiled: true,
    fields: &["validator", "validationLevel", "validationAction", "index", "viewOn", "pipeline"],
    run,
    explain: None,
};

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let name = request.collection_name()?;
    let database = request.database;
    let missing = || Error::new(ErrorCode::NAMESPACE_NOT_FOUND, "ns does not exist");
    let options = request.engine.collection(database, name).ok_or_else(missing)?.options.clone();
    let arguments = request.arguments();
    if options.view.is_some() {
        let options = changed_view(request)?;
        if let Some(changed) = &options.view {
            view::check(request, name, changed)?;
        }
        request.engine.collection_mut(database, name).ok_or_else(missing)?.options = options;
        return Ok(());
    }
    if arguments.get("viewOn").is_some() || arguments.get("pipeline").is_some() {
        return Err(Error::new(
            ErrorCode::INVALID_OPTIONS,
            format!("option \"viewOn\" not supported on collection {database}.{name}"),
        ));
    }
    let index = arguments.document("index")?;
    let mut changed = options;
    changed.change_validator(request.body)?;
    let collection = request.engine.collection_mut(database, name).ok_or_else(missing)?;
    if let Some(index) = index {
        change_index(collection, index, out)?;
    }
    collection.options = changed;
    collection.epoch += 1;
    Ok(())
}

/// The options of a view as given.
fn changed_view(request: &Request<'_>) -> Result<CollectionOptions> {
    let mut given = DocBuilder::new();
    for field in ["viewOn", "pipeline"] {
        let value = request.arguments().get(field).ok_or_else(|| {
            Error::new(
                ErrorCode::INVALID_OPTIONS,
                "Must specify both 'viewOn' and 'pipeline' when modifying a view",
            )
        })?;
        given.append_raw(field, value);
    }
    CollectionOptions::parse(RawDoc::new(&given.finish()))
}

/// Hides an index, shows it again, changes when its documents expire.
fn change_index(
    collection: &mut crate::collection::Collection,
    change: RawDoc<'_>,
    out: &mut DocBuilder,
) -> Result<()> {
    let by_name = change.get("name").and_then(RawValue::as_str);
    let by_pattern = change.get("keyPattern").and_then(RawValue::as_document);
    let found = collection.indexes().iter().find(|index| match (by_name, by_pattern) {
        (Some(name), _) => index.spec.name == name,
        (None, Some(pattern)) => index.spec.pattern().as_bytes() == pattern.as_bytes(),
        (None, None) => false,
    });
    let Some(spec) = found.map(|index| index.spec.clone()) else {
        return Err(match (by_name, by_pattern) {
            (None, None) => {
                Error::new(ErrorCode::INVALID_OPTIONS, "must specify either index name or key pattern")
            }
            _ => Error::new(
                ErrorCode::INDEX_NOT_FOUND,
                format!(
                    "cannot find index {} for ns {}",
                    by_name.unwrap_or("by key pattern"),
                    collection.namespace
                ),
            ),
        });
    };
    let mut changed = DocBuilder::new();
    for element in RawDoc::new(&spec.document) {
        if change.get_bytes(element.key).is_none() || matches!(element.name(), "name" | "key") {
            changed.append_raw_bytes(element.key, element.value);
        }
    }
    if let Some(seconds) = change.get("expireAfterSeconds") {
        changed.append_raw("expireAfterSeconds", seconds);
        if let Some(old) = RawDoc::new(&spec.document).get("expireAfterSeconds") {
            out.append_raw("expireAfterSeconds_old", old);
        }
        out.append_raw("expireAfterSeconds_new", seconds);
    }
    if let Some(hidden) = change.get("hidden") {
        let hidden = is_true(hidden);
        if spec.is_id() && hidden {
            return Err(Error::bad_value("can't hide _id index"));
        }
        if hidden {
            changed.append_bool("hidden", true);
        }
        out.append_bool("hidden_old", spec.hidden).append_bool("hidden_new", hidden);
    }
    let changed = crate::collection::IndexSpec::parse(RawDoc::new(&changed.finish()))?;
    if let Some(index) = collection.index_mut(&spec.name) {
        index.spec = changed;
    }
    Ok(())
}
