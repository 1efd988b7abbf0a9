//! Changes of index options by `collMod`
//! (<https://www.mongodb.com/docs/manual/reference/command/collMod/#change-index-properties>).

use crate::arguments::Arguments;
use crate::collection::{Collection, IndexSpec, RecordId, expiry_error};
use crate::error::{Error, ErrorCode, Result};
use crate::value::{DocBuilder, RawDoc, Value, in_order_of_keys};

/// The index and its new options.
#[derive(Default)]
struct Change<'a> {
    name: Option<&'a str>,
    pattern: Option<RawDoc<'a>>,
    expiry: Option<i64>,
    hidden: Option<bool>,
    unique: Option<bool>,
    prepare_unique: Option<bool>,
    force_non_unique: Option<bool>,
}

fn invalid(text: impl Into<String>) -> Error {
    Error::new(ErrorCode::INVALID_OPTIONS, text)
}

fn parse(document: RawDoc<'_>) -> Result<Change<'_>> {
    let arguments = Arguments::new("collMod.index", document);
    arguments.only(&[
        "name",
        "keyPattern",
        "expireAfterSeconds",
        "hidden",
        "unique",
        "prepareUnique",
        "forceNonUnique",
    ])?;
    let flag = |field: &str| match arguments.get(field) {
        Some(_) => arguments.flag(field).map(Some),
        None => Ok(None),
    };
    let change = Change {
        name: arguments.string("name")?,
        pattern: arguments.document("keyPattern")?,
        expiry: arguments.integer("expireAfterSeconds")?,
        hidden: flag("hidden")?,
        unique: flag("unique")?,
        prepare_unique: flag("prepareUnique")?,
        force_non_unique: flag("forceNonUnique")?,
    };
    match (change.name, change.pattern) {
        (None, None) => return Err(invalid("must specify either index name or key pattern")),
        (Some(_), Some(_)) => return Err(invalid("cannot specify both key pattern and name")),
        _ => {}
    }
    let flags = [change.hidden, change.unique, change.prepare_unique, change.force_non_unique];
    let nothing = flags.iter().all(Option::is_none);
    if nothing && change.expiry.is_none() {
        return Err(invalid("no expireAfterSeconds, hidden, unique, or prepareUnique field"));
    }
    if change.unique == Some(false) {
        return Err(Error::bad_value("'unique: false' is not supported"));
    }
    if change.force_non_unique == Some(false) {
        return Err(Error::bad_value("'forceNonUnique: false' is not supported"));
    }
    Ok(change)
}

fn find(collection: &Collection, change: &Change<'_>) -> Result<IndexSpec> {
    let mut found = collection.indexes().iter().filter(|index| match (change.name, change.pattern) {
        (Some(name), _) => index.spec.name == name,
        (_, Some(pattern)) => crate::value::compare_documents(index.spec.pattern(), pattern).is_eq(),
        _ => false,
    });
    let first = found.next();
    if let (Some(one), Some(other), Some(pattern)) = (first, found.next(), change.pattern) {
        return Err(Error::new(
            ErrorCode::AMBIGUOUS_INDEX_KEY_PATTERN,
            format!(
                "index keyPattern {} matches {} indexes, must use index name. Conflicting indexes:{}, {}",
                crate::value::display_document(pattern),
                2 + found.count(),
                one.spec.text(),
                other.spec.text()
            ),
        ));
    }
    first.map(|index| (*index.spec).clone()).ok_or_else(|| {
        let what = match (change.name, change.pattern) {
            (_, Some(pattern)) => crate::value::display_document(pattern),
            (name, _) => name.unwrap_or_default().to_owned(),
        };
        Error::new(
            ErrorCode::INDEX_NOT_FOUND,
            format!("cannot find index {what} for ns {}", collection.namespace),
        )
    })
}

/// Changes the options of one index, and writes the old and new values.
///
/// # Errors
/// `InvalidOptions`, `BadValue`, `IndexNotFound`, `CannotConvertIndexToUnique` (359).
pub(in crate::command) fn apply(
    collection: &mut Collection,
    document: RawDoc<'_>,
    out: &mut DocBuilder,
) -> Result<()> {
    let change = parse(document)?;
    let spec = find(collection, &change)?;
    let old = RawDoc::new(&spec.document);
    let mut next: Vec<(&str, Option<Value<'static>>)> = Vec::new();
    if let Some(seconds) = change.expiry {
        if spec.is_id() {
            return Err(invalid("the _id field does not support TTL indexes"));
        }
        if let Some(text) = expiry_error(seconds) {
            return Err(invalid(text));
        }
        if spec.fields.len() > 1 {
            return Err(invalid("TTL indexes are single-field indexes, compound indexes do not support TTL"));
        }
        if let Some(before) = old.get("expireAfterSeconds").and_then(|before| before.as_number()) {
            out.append_i64("expireAfterSeconds_old", before.to_i64_clamped());
        }
        out.append_i64("expireAfterSeconds_new", seconds);
        let value = i32::try_from(seconds).map_or(Value::Int64(seconds), Value::Int32);
        next.push(("expireAfterSeconds", Some(value)));
    }
    if let Some(hidden) = change.hidden {
        if spec.is_id() {
            return Err(Error::bad_value("can't hide _id index"));
        }
        if hidden != spec.hidden {
            out.append_bool("hidden_old", spec.hidden).append_bool("hidden_new", hidden);
        }
        next.push(("hidden", hidden.then_some(Value::Bool(true))));
    }
    if let Some(prepare) = change.prepare_unique {
        if prepare != spec.prepare_unique {
            out.append_bool("prepareUnique_old", spec.prepare_unique)
                .append_bool("prepareUnique_new", prepare);
        }
        next.push(("prepareUnique", prepare.then_some(Value::Bool(true))));
    }
    if change.unique == Some(true) && !spec.unique {
        check_convertible(collection, &spec)?;
        out.append_bool("unique_new", true);
        next.push(("unique", Some(Value::Bool(true))));
        next.push(("prepareUnique", None));
    }
    if change.force_non_unique == Some(true) && spec.unique {
        out.append_bool("forceNonUnique_new", true);
        next.push(("unique", None));
    }
    let mut merged = DocBuilder::new();
    for element in old.iter().filter(|element| !next.iter().any(|(name, _)| *name == element.name())) {
        merged.append_raw_bytes(element.key, element.value);
    }
    for (name, value) in &next {
        if let Some(value) = value {
            merged.append(name, value);
        }
    }
    let changed = IndexSpec::parse(RawDoc::new(&merged.finish()))?;
    if let Some(index) = collection.index_mut(&spec.name) {
        index.spec = changed.into();
    }
    Ok(())
}

/// Checks whether an index could be made unique, for `dryRun`
/// (<https://www.mongodb.com/docs/manual/core/index-unique/convert-to-unique/>).
///
/// # Errors
/// Errors of [`apply`].
pub(in crate::command) fn check_unique(collection: &Collection, document: RawDoc<'_>) -> Result<()> {
    let spec = find(collection, &parse(document)?)?;
    if spec.unique { Ok(()) } else { check_convertible(collection, &spec) }
}

fn check_convertible(collection: &Collection, spec: &IndexSpec) -> Result<()> {
    if !spec.prepare_unique {
        let text = "Cannot make index unique with 'prepareUnique: false'. Run collMod to set it first.";
        return Err(invalid(text));
    }
    check_duplicates(collection, spec)
}

/// Checks that no two documents share a key of an index.
///
/// # Errors
/// `CannotConvertIndexToUnique` (359) with the `_id`s of documents that share a key.
fn check_duplicates(collection: &Collection, spec: &IndexSpec) -> Result<()> {
    let Some(index) = collection.index(&spec.name) else { return Ok(()) };
    let mut keys: Vec<(Vec<u8>, RecordId)> = Vec::new();
    for (record, bytes) in collection.records().iter() {
        keys.extend(index.keys_of(RawDoc::new(bytes))?.keys.into_iter().map(|key| (key.key, record)));
    }
    let keys = in_order_of_keys(keys, |(key, _)| key);
    let shared: Vec<_> = keys.chunk_by(|(a, _), (b, _)| a == b).filter(|records| records.len() > 1).collect();
    if shared.is_empty() {
        return Ok(());
    }
    let mut details = DocBuilder::new();
    details.array("violations", |violations| {
        for records in shared {
            violations.document(|violation| {
                violation.array("ids", |ids| {
                    let documents =
                        records.iter().filter_map(|(_, record)| collection.records().get(*record));
                    for id in documents.filter_map(|bytes| RawDoc::new(bytes).get("_id")) {
                        ids.push_raw(id);
                    }
                });
            });
        }
    });
    let text = "Cannot convert the index to unique. Please resolve conflicting documents before running collMod again.";
    Err(Error::new(ErrorCode::CANNOT_CONVERT_INDEX_TO_UNIQUE, text).with_details(details))
}
