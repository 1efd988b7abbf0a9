//! `collMod`.

use std::rc::Rc;

use crate::arguments::Arguments;
use crate::collection::{Capped, CollectionOptions, ValidationAction, ValidationLevel, validator_place};
use crate::command::shared::{index_change, view};
use crate::command::{Command, Request, Writes, timeseries};
use crate::error::{Error, ErrorCode, Result};
use crate::value::{DocBuilder, RawDoc, RawValue};

/// See <https://www.mongodb.com/docs/manual/reference/command/collMod/>.
pub(super) static COMMAND: Command = Command {
    name: "collMod",
    summary: "Changes a collection's validator, an index's options, a view's definition, or the span of buckets.",
    example: r#"{"collMod": "books", "validator": {"title": {"$type": "string"}}, "validationLevel": "moderate"}"#,
    fields: &[
        "validator",
        "validationLevel",
        "validationAction",
        "index",
        "viewOn",
        "pipeline",
        "cappedSize",
        "cappedMax",
        "changeStreamPreAndPostImages",
        "expireAfterSeconds",
        "timeseries",
        "dryRun",
    ],
    run,
    version_1: Some(&[]),
    writes: Writes::Always,
    ..Command::DEFAULT
};

/// Options that only views have.
const VIEW_OPTIONS: &[&str] = &["viewOn", "pipeline"];

/// Options that only collections have.
const COLLECTION_OPTIONS: &[&str] = &[
    "index",
    "validator",
    "validationLevel",
    "validationAction",
    "expireAfterSeconds",
    "cappedSize",
    "cappedMax",
    "changeStreamPreAndPostImages",
];

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let name = request.collection_name()?;
    let database = request.database;
    check_types(&request.arguments())?;
    let dry_run = is_dry_run(request)?;
    if let Some(series) = timeseries::of(request.engine, database, name) {
        return timeseries::coll_mod(request, name, &series, out);
    }
    let collection = request.engine.collection(database, name).ok_or_else(missing)?;
    let (uuid, options) = (collection.uuid, collection.options.clone());
    let arguments = request.arguments();
    reject_inapplicable(&arguments, options.view.is_some())?;
    if options.view.is_some() {
        let options = changed_view(request, &options)?;
        view::check(request, name, &options)?;
        request.engine.collection_mut(database, name).ok_or_else(missing)?.options = options;
        return Ok(());
    }
    let index = arguments.document("index")?;
    if let Some(index) = index.filter(|_| dry_run) {
        let collection = request.engine.collection(database, name).ok_or_else(missing)?;
        return index_change::check_unique(collection, index);
    }
    let changed = changed_options(request, name, uuid, options)?;
    let followed = request.engine.changes.is_some();
    let before = request.engine.collection(database, name).filter(|_| followed).cloned();
    let collection = request.engine.collection_mut(database, name).ok_or_else(missing)?;
    if let Some(index) = index {
        index_change::apply(collection, index, out)?;
    }
    if let Some(clustered) = &changed.clustered
        && let Some(index) = collection.index_mut(&clustered.name)
    {
        Rc::make_mut(&mut index.spec).expire_after_seconds = clustered.expire_after_seconds;
    }
    collection.options = changed;
    collection.epoch += 1;
    if let Some(before) = before {
        request.engine.record_modification(&before, request.body);
    }
    Ok(())
}

/// Checks the options' types, whose errors come first.
fn check_types(arguments: &Arguments<'_>) -> Result<()> {
    for field in ["index", "validator", "timeseries", "changeStreamPreAndPostImages"] {
        arguments.document(field)?;
    }
    arguments.string("viewOn")?;
    arguments.array("pipeline").map(drop)
}

fn missing() -> Error {
    Error::new(ErrorCode::NAMESPACE_NOT_FOUND, "ns does not exist")
}

/// Rejects options that a collection, or a view, doesn't have.
///
/// # Errors
/// `InvalidOptions` (72).
fn reject_inapplicable(arguments: &Arguments<'_>, is_view: bool) -> Result<()> {
    let refused =
        |why: &str, name: &str| Err(Error::new(ErrorCode::INVALID_OPTIONS, format!("option {why}: {name}")));
    if arguments.get("timeseries").is_some() {
        return refused("only supported on a time-series collection", "timeseries");
    }
    for element in arguments.body().iter().skip(1).filter(|element| arguments.get(element.name()).is_some()) {
        match element.name() {
            name if is_view && COLLECTION_OPTIONS.contains(&name) => {
                return refused("not supported on a view", name);
            }
            name if !is_view && VIEW_OPTIONS.contains(&name) => {
                return refused("only supported on a view", name);
            }
            _ => {}
        }
    }
    Ok(())
}

/// Returns the collection's options, overridden by the given ones.
fn changed_options(
    request: &Request<'_>,
    name: &str,
    uuid: [u8; 16],
    mut changed: CollectionOptions,
) -> Result<CollectionOptions> {
    let arguments = request.arguments();
    if arguments.document("validator")?.is_some() {
        validator_place(request.database, name, || uuid)?;
    }
    if let Some(level) = arguments.string("validationLevel")? {
        ValidationLevel::parse(level, "collMod")?;
    }
    if let Some(action) = arguments.string("validationAction")? {
        ValidationAction::parse(action, "collMod")?;
    }
    let limits = changed_limits(request, changed.capped)?;
    changed.change(request.body)?;
    if let Some(limits) = limits {
        changed.change_capped(limits);
    }
    Ok(changed)
}

/// Whether the command only tests if an index could become unique.
///
/// # Errors
/// `InvalidOptions` (72) for a dry run of anything else.
fn is_dry_run(request: &Request<'_>) -> Result<bool> {
    let dry_run = request.arguments().optional_boolean("dryRun")?;
    if dry_run && !is_unique_alone(request.arguments()) {
        return Err(Error::new(
            ErrorCode::INVALID_OPTIONS,
            "dryRun is only supported for converting an index with 'unique: true', and with no other change",
        ));
    }
    Ok(dry_run)
}

/// Whether the command only makes an index unique.
fn is_unique_alone(command: Arguments<'_>) -> bool {
    let index = command.get("index").and_then(RawValue::as_document).unwrap_or(RawDoc::empty());
    let mut others = COMMAND.fields.iter().filter(|field| !matches!(**field, "index" | "dryRun"));
    index.get("unique").is_some_and(|unique| unique.as_bool() == Some(true))
        && index.iter().all(|element| matches!(element.name(), "name" | "keyPattern" | "unique"))
        && !others.any(|field| command.field(field).is_some())
}

/// Returns a view's options, overridden by the given ones.
fn changed_view(request: &Request<'_>, options: &CollectionOptions) -> Result<CollectionOptions> {
    let mut changed = DocBuilder::new();
    for element in options.document.as_deref().map(RawDoc::new).into_iter().flat_map(RawDoc::iter) {
        let given = request.arguments().get(element.name()).filter(|_| element.name() != "collation");
        changed.append_raw(element.name(), given.unwrap_or(element.value));
    }
    CollectionOptions::parse(RawDoc::new(&changed.finish()))
}

/// The maximum of `cappedSize`: a petabyte.
const MAX_CAPPED_BYTES: u64 = 1 << 50;

/// Returns the limits that the command sets for a capped collection.
fn changed_limits(request: &Request<'_>, capped: Option<Capped>) -> Result<Option<Capped>> {
    let arguments = request.arguments();
    let (size, max) = (arguments.at_least(1, "cappedSize")?, arguments.integer("cappedMax")?);
    if size.is_none() && max.is_none() {
        return Ok(None);
    }
    let Some(capped) = capped else {
        return Err(Error::new(ErrorCode::INVALID_OPTIONS, "Collection must be capped."));
    };
    if let Some(size) = size.filter(|size| *size > MAX_CAPPED_BYTES) {
        return Err(Error::new(
            51024,
            format!("BSON field 'cappedSize' value must be <= {MAX_CAPPED_BYTES}, actual value '{size}'"),
        ));
    }
    let max = max.or_else(|| capped.max.and_then(|max| i64::try_from(max).ok()));
    Capped::limited(size.unwrap_or(capped.size), max).map(Some)
}
