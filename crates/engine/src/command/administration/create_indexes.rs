//! `createIndexes`.

use crate::change_stream::Operation;
use crate::collection::{Collection, IndexSpec, only_one};
use crate::command::shared::write;
use crate::command::{Command, InTransactions, Request, Writes, timeseries};
use crate::error::{Error, ErrorCode, Result};
use crate::timeseries::TimeSeries;
use crate::value::{Collation, DocBuilder, RawDoc, RawValue, display_document, uuid_text};

/// See <https://www.mongodb.com/docs/manual/reference/command/createIndexes/>.
pub(super) static COMMAND: Command = Command {
    name: "createIndexes",
    summary: "Builds indexes.",
    example: r#"{"createIndexes": "books", "indexes": [{"key": {"year": -1}, "name": "year_-1"}]}"#,
    fields: &["indexes", "commitQuorum", "ignoreUnknownIndexOptions", "collectionUUID"],
    run,
    version_1: Some(&[]),
    writes: Writes::Always,
    in_transactions: InTransactions::Part,
    ..Command::DEFAULT
};

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let name = request.collection_name()?;
    check_quorum(request)?;
    if let Some(uuid) = request.arguments().uuid("collectionUUID")? {
        write::check_uuid(request, (request.database, name), uuid)?;
    }
    write::check_writable(request, name)?;
    let series = timeseries::of(request.engine, request.database, name);
    let specs = read_specifications(request, name, series.as_deref())?;
    let stored = series.map(|_| timeseries::buckets(name));
    let name = stored.as_deref().unwrap_or(name);
    let database = request.database;
    let created = request.engine.collection(database, name).is_none();
    let now = request.engine.now();
    let before = request.engine.snapshot();
    let collection = request.engine.collection_or_create(database, name)?;
    // The index that represents the order of buckets is not listed in replies.
    let unlisted = usize::from(stored.is_some());
    let count_before = collection.indexes().len() - unlisted;
    let uuid = uuid_text(&collection.uuid);
    let mut building = false;
    if let Err(error) = create_all(collection, specs, now, &mut building) {
        request.engine.restore_data(&before);
        if !building || error.code() == ErrorCode::CANNOT_CREATE_INDEX {
            return Err(error);
        }
        // The specifications are valid, so a document caused the error.
        let (build, namespace) = (uuid_text(&request.engine.new_uuid()), request.namespace());
        return Err(error.context(&format!(
            "Index build failed: {build}: Collection {namespace} ( {uuid} ) :: caused by :: "
        )));
    }
    let (count_after, empty) = (collection.indexes().len() - unlisted, collection.records().is_empty());
    if let Some(ticket) = &request.ticket
        && count_after > count_before
        && let existed = request.engine.existed_before(ticket, database, name)
        && (existed || !empty)
    {
        // <https://www.mongodb.com/docs/manual/core/transactions/#create-collections-and-indexes-in-a-transaction>
        return Err(Error::new(
            ErrorCode::OPERATION_NOT_SUPPORTED_IN_TRANSACTION,
            format!(
                "Cannot create new indexes on {} collection {database}.{name} in a multi-document transaction.",
                if existed { "existing" } else { "non-empty" }
            ),
        ));
    }
    if let Some(collection) = request.engine.collection(database, name).filter(|_| count_after > count_before)
    {
        let made = collection.indexes().iter().skip(count_before + unlisted).map(|index| &index.spec);
        request.engine.record_indexes(Operation::CreateIndexes, collection, made);
    }
    out.append_count("numIndexesBefore", count_before as u64)
        .append_count("numIndexesAfter", count_after as u64);
    if count_before == count_after {
        out.append_str("note", "all indexes already exist");
    } else {
        out.append_bool("createdCollectionAutomatically", created);
    }
    Ok(())
}

/// Checks that no `commitQuorum` is given.
///
/// # Errors
/// `BadValue` (2) for a `commitQuorum`, since a standalone has no other members.
/// <https://jira.mongodb.org/browse/SERVER-39532>
fn check_quorum(request: &Request<'_>) -> Result<()> {
    let arguments = request.arguments();
    let Some(quorum) = arguments.get("commitQuorum") else { return Ok(()) };
    if quorum.as_str().is_none() && quorum.as_number().is_none() {
        return Err(arguments.wrong_type("commitQuorum", quorum, "int, string"));
    }
    Err(Error::bad_value("Standalones can't specify commitQuorum"))
}

/// Returns the requested indexes, with the collection's collation as default.
fn read_specifications(
    request: &Request<'_>,
    name: &str,
    series: Option<&TimeSeries>,
) -> Result<Vec<IndexSpec>> {
    let arguments = request.arguments();
    arguments.given("indexes")?;
    let indexes = arguments.array("indexes")?.unwrap_or(RawDoc::empty());
    if indexes.is_empty() {
        return Err(Error::bad_value("Must specify at least one index to create"));
    }
    let ignores_unknown = arguments.optional_boolean("ignoreUnknownIndexOptions")?;
    let collection = request.engine.collection(request.database, name);
    let default = collection.and_then(|collection| collection.options.collation.clone());
    let mut specs = Vec::new();
    for (at, value) in indexes.values().enumerate() {
        let spec = value
            .as_document()
            .ok_or_else(|| Error::wrong_element_type("createIndexes.indexes", at, value, "object"))?;
        let known = ignores_unknown.then(|| IndexSpec::known_options(spec));
        let spec = known.as_deref().map_or(spec, RawDoc::new);
        let mut parsed = match series {
            Some(series) => timeseries::specification(series, spec)?,
            None => IndexSpec::parse(spec)?,
        };
        if parsed.is_id() {
            check_id_collation(spec, default.as_deref())?;
        }
        if spec.get("collation").is_none() || parsed.is_id() {
            parsed = parsed.with_collation(default.clone()).with_filter_collated()?;
        }
        parsed.check_collation()?;
        specs.push(parsed);
    }
    Ok(specs)
}

/// Checks the collation of an `_id` index.
///
/// # Errors
/// `BadValue` for an `_id` index whose collation differs from its collection's.
fn check_id_collation(spec: RawDoc<'_>, default: Option<&Collation>) -> Result<()> {
    let Some(given) = spec.get("collation").and_then(RawValue::as_document) else { return Ok(()) };
    let given = Collation::parse(given)?;
    if given.as_ref() == default {
        return Ok(());
    }
    let shown = |collation: Option<&Collation>| {
        collation.map_or_else(|| "{ locale: \"simple\" }".to_owned(), |c| display_document(c.document()))
    };
    Err(Error::bad_value(format!(
        "The _id index must have the same collation as the collection. Index collation: {}, collection collation: {}",
        shown(given.as_ref()),
        shown(default)
    )))
}

/// Creates the indexes. `building` is set once documents, not specifications, may cause errors.
fn create_all(
    collection: &mut Collection,
    specs: Vec<IndexSpec>,
    now: i64,
    building: &mut bool,
) -> Result<()> {
    let before = collection.indexes().len();
    for spec in specs {
        let twice = collection.indexes()[before..].iter().any(|index| {
            index.spec.name == spec.name && index.spec.same_pattern(&spec) && index.spec.same_options(&spec)
        });
        if twice {
            return Err(Error::new(
                ErrorCode::INDEX_ALREADY_EXISTS,
                format!("Identical index already exists: {}", spec.name),
            ));
        }
        if !exists(collection, &spec)? {
            let text = collection.indexes().iter().find(|index| index.spec.text.is_some());
            if let (Some(text), true) = (text, spec.text.is_some()) {
                return Err(only_one(&text.spec.name));
            }
            *building = true;
            collection.create_index(spec, now)?;
            *building = false;
        }
    }
    Ok(())
}

/// Whether the index already exists.
fn exists(collection: &Collection, spec: &IndexSpec) -> Result<bool> {
    let conflict = |code, what: &str, existing: &IndexSpec| {
        let (requested, existing) = (spec.text(), existing.text());
        Err(Error::new(code, format!("{what} Requested index: {requested}, existing index: {existing}")))
    };
    if let Some(other) = collection.index(&spec.name) {
        let existing = &other.spec;
        if existing.same_options(spec) {
            return Ok(true);
        }
        return match existing.same_signature(spec) {
            true => conflict(
                ErrorCode::INDEX_OPTIONS_CONFLICT,
                "An equivalent index already exists with the same name but different options.",
                existing,
            ),
            false => conflict(
                ErrorCode::INDEX_KEY_SPECS_CONFLICT,
                "An existing index has the same name as the requested index. When index names are not specified, they are auto generated and can cause conflicts. Please refer to our documentation.",
                existing,
            ),
        };
    }
    let same = collection.indexes().iter().find(|index| match index.spec.is_id() {
        true => index.spec.same_pattern(spec),
        false => index.spec.same_signature(spec),
    });
    let Some(other) = same else { return Ok(false) };
    if other.spec.is_id() && spec.is_id() {
        return Ok(true);
    }
    if other.spec.same_options(spec) {
        return Err(Error::new(
            ErrorCode::INDEX_OPTIONS_CONFLICT,
            format!("Index already exists with a different name: {}", other.spec.name),
        ));
    }
    conflict(
        ErrorCode::INDEX_OPTIONS_CONFLICT,
        "An equivalent index already exists with a different name and options.",
        &other.spec,
    )
}
