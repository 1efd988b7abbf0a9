//! `bulkWrite`: writes to several collections in one command.

use super::insert::KEEPS_EMPTY;
use super::{delete, insert, update};
use crate::arguments::Arguments;
use crate::command::shared::query::parse_hint;
use crate::command::shared::write;
use crate::command::{Command, CursorField, InTransactions, Request, Writes};
use crate::error::{Error, ErrorCode, Result};
use crate::value::{DocBuilder, RawDoc, RawValue, display_document};

/// See <https://www.mongodb.com/docs/manual/reference/command/bulkWrite/>.
pub(super) static COMMAND: Command = Command {
    name: "bulkWrite",
    summary: "Inserts, changes and removes documents of several collections.",
    example: r#"{"bulkWrite": 1, "ops": [{"insert": 0, "document": {"_id": 9, "title": "Nightwood"}}, {"delete": 0, "filter": {"year": {"$lt": 1900}}, "multi": true}], "nsInfo": [{"ns": "test.books"}], "$db": "admin"}"#,
    operation: "bulkWrite",
    fields: &[
        "ops",
        "nsInfo",
        "ordered",
        "bypassDocumentValidation",
        KEEPS_EMPTY,
        "let",
        "errorsOnly",
        "cursor",
        "stmtId",
        "stmtIds",
    ],
    run,
    version_1: Some(&[KEEPS_EMPTY]),
    writes: Writes::Always,
    in_transactions: InTransactions::Part,
    retryable: true,
    admin: true,
    ..Command::DEFAULT
};

/// The collection name of the results cursor.
const RESULTS: &str = "$cmd.bulkWrite";

/// A kind of operation.
struct Kind {
    name: &'static str,
    /// The name of the operation's fields in messages.
    document: &'static str,
    /// The operation's fields, and their names in the single command.
    fields: &'static [(&'static str, &'static str)],
    required: &'static [&'static str],
    run: Run,
    /// The counts in a result, all 0 if the operation fails.
    counts: &'static [&'static str],
}

/// Executes the operation at an index. Returns the counts of its result.
type Run = fn(&mut Request<'_>, &Operation<'_>, usize, &mut Totals) -> Result<DocBuilder>;

const KINDS: &[Kind] = &[
    Kind {
        name: "insert",
        document: "BulkWriteInsertOp",
        fields: &[("document", "")],
        required: &["document"],
        run: run_insert,
        counts: &["n"],
    },
    Kind {
        name: "update",
        document: "BulkWriteUpdateOp",
        fields: &[
            ("filter", "q"),
            ("updateMods", "u"),
            ("multi", "multi"),
            ("upsert", "upsert"),
            ("upsertSupplied", "upsertSupplied"),
            ("arrayFilters", "arrayFilters"),
            ("constants", "c"),
            ("hint", "hint"),
            ("sort", "sort"),
            ("collation", "collation"),
        ],
        required: &["filter", "updateMods"],
        run: run_update,
        counts: &["n", "nModified"],
    },
    Kind {
        name: "delete",
        document: "BulkWriteDeleteOp",
        fields: &[("filter", "q"), ("multi", ""), ("hint", "hint"), ("collation", "collation")],
        required: &["filter"],
        run: run_delete,
        counts: &["n"],
    },
];

/// A parsed operation.
struct Operation<'a> {
    kind: &'static Kind,
    database: &'a str,
    collection: &'a str,
    /// The expected UUID of the collection, if given.
    uuid: Option<&'a [u8]>,
    body: RawDoc<'a>,
}

/// An entry of `nsInfo`.
#[derive(Clone, Copy)]
struct Namespace<'a> {
    database: &'a str,
    collection: &'a str,
    uuid: Option<&'a [u8]>,
}

#[derive(Default)]
struct Totals {
    errors: u64,
    inserted: u64,
    matched: u64,
    modified: u64,
    upserted: u64,
    deleted: u64,
}

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let arguments = request.arguments();
    let ordered = write::is_ordered(request)?;
    let errors_only = arguments.flag("errorsOnly")?;
    arguments.document("let")?;
    let operations = operations(&arguments)?;
    let own = request.database;
    let mut totals = Totals::default();
    let mut results = Vec::new();
    for (index, operation) in operations.iter().enumerate() {
        request.database = operation.database;
        request.collection = operation.collection;
        request.meter.operations += 1;
        let mut result = DocBuilder::new();
        let target = (operation.database, operation.collection);
        let outcome = operation
            .uuid
            .map_or(Ok(()), |uuid| write::check_uuid(request, target, uuid))
            .and_then(|()| write::check_writable(request, operation.collection))
            .and_then(|()| (operation.kind.run)(request, operation, index, &mut totals));
        let failed = outcome.is_err();
        result.append_f64("ok", if failed { 0.0 } else { 1.0 }).append_count("idx", index as u64);
        match outcome {
            Ok(counts) => {
                result.append_all(RawDoc::new(&counts.finish()));
            }
            Err(error) => {
                totals.errors += 1;
                result.append_i32("code", error.code()).append_str("errmsg", error.message());
                if let Some(details) = error.details() {
                    result.append_all(details);
                }
                for count in operation.kind.counts {
                    result.append_i32(count, 0);
                }
            }
        }
        if failed || !errors_only {
            results.push(result.finish());
        }
        if failed && ordered {
            break;
        }
    }
    request.database = own;
    request.collection = RESULTS;
    request.reply_documents(results, RESULTS, CursorField::OF_WRITES, out)?;
    out.append_count("nErrors", totals.errors)
        .append_count("nInserted", totals.inserted)
        .append_count("nMatched", totals.matched)
        .append_count("nModified", totals.modified)
        .append_count("nUpserted", totals.upserted)
        .append_count("nDeleted", totals.deleted);
    request.write_retried(out);
    Ok(())
}

/// Parses `ops` and `nsInfo`.
fn operations<'a>(arguments: &Arguments<'a>) -> Result<Vec<Operation<'a>>> {
    arguments.given("ops")?;
    arguments.given("nsInfo")?;
    let namespaces = arguments.array("nsInfo")?.unwrap_or(RawDoc::empty());
    let namespaces: Vec<_> =
        namespaces.values().enumerate().map(|(at, value)| namespace(at, value)).collect::<Result<_>>()?;
    let given = arguments.array("ops")?.unwrap_or(RawDoc::empty());
    write::check_batch_size(given.count())?;
    given.values().enumerate().map(|(at, value)| operation(at, value, &namespaces)).collect()
}

fn namespace(at: usize, value: RawValue<'_>) -> Result<Namespace<'_>> {
    let info = value
        .as_document()
        .ok_or_else(|| Error::wrong_element_type("bulkWrite.nsInfo", at, value, "object"))?;
    let arguments = Arguments::new("bulkWrite.nsInfo", info);
    arguments.only(&["ns", "collectionUUID", "encryptionInformation"])?;
    arguments.given("ns")?;
    if info.get("encryptionInformation").is_some() {
        return Err(Error::not_supported("The option 'encryptionInformation' of bulkWrite"));
    }
    let uuid = arguments.uuid("collectionUUID")?;
    let ns = arguments.string("ns")?.unwrap_or_default();
    let invalid = || {
        Error::new(ErrorCode::INVALID_NAMESPACE, format!("Invalid namespace specified for bulkWrite: '{ns}'"))
    };
    let (database, collection) = ns.split_once('.').ok_or_else(invalid)?;
    crate::command::check_database_name(database)?;
    crate::command::check_collection_name(database, collection)?;
    Ok(Namespace { database, collection, uuid })
}

fn operation<'a>(at: usize, value: RawValue<'a>, namespaces: &[Namespace<'a>]) -> Result<Operation<'a>> {
    let body =
        value.as_document().ok_or_else(|| Error::wrong_element_type("bulkWrite.ops", at, value, "object"))?;
    let kind = body.first().and_then(|first| KINDS.iter().find(|kind| kind.name == first.name()));
    let Some(kind) = kind else {
        return Err(Error::failed_to_parse(format!(
            "BSON field 'bulkWrite.ops.{at}' must begin with one of 'insert', 'update', 'delete'"
        )));
    };
    let arguments = Arguments::new(kind.document, body);
    for element in body.iter().skip(1) {
        if !kind.fields.iter().any(|(field, _)| *field == element.name()) {
            return Err(arguments.unknown(element.name()));
        }
    }
    for field in kind.required {
        arguments.required(field)?;
    }
    check_types(&arguments)?;
    let number = arguments.integer(kind.name)?.unwrap_or(-1);
    let named = usize::try_from(number).ok().and_then(|number| namespaces.get(number));
    let &Namespace { database, collection, uuid } = named.ok_or_else(|| {
        Error::bad_value(format!(
            "BulkWrite ops entry {} has an invalid nsInfo index.",
            display_document(body)
        ))
    })?;
    Ok(Operation { kind, database, collection, uuid, body })
}

/// Rejects an operation with fields of wrong types before any operation runs.
fn check_types(operation: &Arguments<'_>) -> Result<()> {
    for field in ["document", "filter", "constants", "collation", "sort"] {
        operation.document(field)?;
    }
    for field in ["multi", "upsert", "upsertSupplied"] {
        operation.boolean(field)?;
    }
    update::check_array_filters(operation)?;
    parse_hint(operation.get("hint"))?;
    operation.get("updateMods").map_or(Ok(()), update::check_change)
}

fn run_insert(
    request: &mut Request<'_>,
    operation: &Operation<'_>,
    index: usize,
    totals: &mut Totals,
) -> Result<DocBuilder> {
    let document = Arguments::new("", operation.body).document("document")?;
    insert::insert_statement(request, operation.collection, document.unwrap_or(RawDoc::empty()), index)?;
    totals.inserted += 1;
    request.meter.inserted += 1;
    let mut counts = DocBuilder::new();
    counts.append_i32("n", 1);
    Ok(counts)
}

fn run_update(
    request: &mut Request<'_>,
    operation: &Operation<'_>,
    index: usize,
    totals: &mut Totals,
) -> Result<DocBuilder> {
    let statement = translated(operation).finish();
    let outcome = update::run_statement(request, operation.collection, RawDoc::new(&statement), index)?;
    let upserted = u64::from(outcome.upserted_id.is_some());
    totals.matched += outcome.matched;
    totals.modified += outcome.modified;
    totals.upserted += upserted;
    request.meter.matched += outcome.matched;
    request.meter.modified += outcome.modified;
    let mut counts = DocBuilder::new();
    counts.append_count("n", outcome.matched + upserted).append_count("nModified", outcome.modified);
    if let Some(id) = &outcome.upserted_id {
        counts.document("upserted", |doc| {
            doc.append("_id", id);
        });
    }
    Ok(counts)
}

fn run_delete(
    request: &mut Request<'_>,
    operation: &Operation<'_>,
    index: usize,
    totals: &mut Totals,
) -> Result<DocBuilder> {
    let multi = Arguments::new("bulkWrite.ops", operation.body).flag("multi")?;
    let mut statement = translated(operation);
    statement.append_i32("limit", i32::from(!multi));
    let deleted =
        delete::run_statement(request, operation.collection, RawDoc::new(&statement.finish()), index)?;
    totals.deleted += deleted;
    request.meter.deleted += deleted;
    let mut counts = DocBuilder::new();
    counts.append_count("n", deleted);
    Ok(counts)
}

/// Returns the equivalent statement of the single command.
fn translated(operation: &Operation<'_>) -> DocBuilder {
    let mut out = DocBuilder::new();
    for element in operation.body.iter().skip(1) {
        let known = operation.kind.fields.iter().find(|(field, _)| *field == element.name());
        if let Some((_, name)) = known.filter(|(_, name)| !name.is_empty()) {
            out.append_raw(name, element.value);
        }
    }
    out
}
