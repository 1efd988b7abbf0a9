//! `findAndModify`.

use super::insert::KEEPS_EMPTY;
use super::{delete, update};
use crate::arguments::Arguments;
use crate::collection::{Collection, RecordId};
use crate::command::shared::explain::{Top, explain_query};
use crate::command::shared::modify::{change_record, find_records, upsert};
use crate::command::shared::query::{filter_context, parse_hint, parse_projection, parse_sort, plan_filter};
use crate::command::shared::write;
use crate::command::{Command, InTransactions, Request, Writes};
use crate::error::{Error, ErrorCode, Result};
use crate::plan::{Meta, PlanRequest, Verbosity, choose};
use crate::projection::Projection;
use crate::update::{Update, UpdateOptions};
use crate::value::{DocBuilder, RawDoc, Value};

/// See <https://www.mongodb.com/docs/manual/reference/command/findAndModify/>.
pub(super) static COMMAND: Command = Command {
    name: "findAndModify",
    aliases: &["findandmodify"],
    summary: "Changes or removes one document and returns it.",
    example: r#"{"findAndModify": "books", "query": {"_id": 1}, "update": {"$inc": {"copies": -1}}, "new": true}"#,
    fields: &[
        "query",
        "sort",
        "remove",
        "update",
        "new",
        "fields",
        "upsert",
        "arrayFilters",
        "hint",
        "let",
        "collation",
        "bypassDocumentValidation",
        KEEPS_EMPTY,
        "stmtId",
    ],
    run,
    explain: Some(explain),
    version_1: Some(&[KEEPS_EMPTY]),
    writes: Writes::Always,
    in_transactions: InTransactions::Part,
    retryable: true,
    ..Command::DEFAULT
};

struct Parsed {
    plan: PlanRequest,
    /// The update; `None` removes the document.
    update: Option<Update>,
    upsert: bool,
    return_new: bool,
    projection: Option<Projection>,
}

/// Parses the command. `stamped` is the command with empty timestamps set.
fn parse(request: &Request<'_>, stamped: Option<&[u8]>) -> Result<Parsed> {
    let arguments = request.arguments();
    let remove = arguments.flag("remove")?;
    let (upsert, return_new) = (arguments.flag("upsert")?, arguments.flag("new")?);
    let change =
        stamped.map_or(arguments, |body| Arguments::new(request.name, RawDoc::new(body))).get("update");
    if remove {
        let refused = [
            (change.is_some(), "Cannot specify both an update and remove=true"),
            (upsert, "Cannot specify both upsert=true and remove=true "),
            (
                return_new,
                "Cannot specify both new=true and remove=true; 'remove' always returns the deleted document",
            ),
            (arguments.get("arrayFilters").is_some(), "Cannot specify arrayFilters and remove=true"),
        ];
        if let Some((_, text)) = refused.iter().find(|(refuse, _)| *refuse) {
            return Err(Error::failed_to_parse(*text));
        }
    } else if change.is_none() {
        return Err(Error::failed_to_parse("Either an update or remove=true must be specified"));
    }
    let context = filter_context(request)?.for_upsert(upsert);
    let mut plan = plan_filter(arguments.document("query")?, &context)?;
    plan.hint = parse_hint(arguments.get("hint"))?;
    parse_sort(arguments.document("sort")?, &mut plan)?;
    plan.take_one();
    let options =
        UpdateOptions { array_filters: arguments.array("arrayFilters")?, constants: None, context: &context };
    let update = change.filter(|_| !remove).map(|change| Update::parse(change, &options)).transpose()?;
    let projection = match arguments.document("fields")?.filter(|fields| !fields.is_empty()) {
        Some(spec) => Some(parse_projection(request, spec, &plan.filter)?),
        None => None,
    };
    if projection.as_ref().is_some_and(|projection| projection.metadata().contains(&Meta::SortKey)) {
        return Err(Error::bad_value("Cannot use a $meta sortKey projection in findAndModify commands."));
    }
    if return_new && projection.as_ref().is_some_and(Projection::needs_position) {
        return Err(Error::bad_value("cannot use a positional projection and return the new document"));
    }
    Ok(Parsed { plan, update, upsert, return_new, projection })
}

/// Prefixes errors after parsing as executor errors.
fn in_executor(error: Error) -> Error {
    error.context("Plan executor error during findAndModify :: caused by :: ")
}

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let name = request.collection_name()?;
    write::check_changeable(request, name)?;
    write::check_statement(request, request.database, name)?;
    let stamped = update::stamped(request, request.body, "update");
    let parsed = parse(request, stamped.as_deref())?;
    if let Some(before) = request.completed_result(0) {
        out.append_all(RawDoc::new(&before)).append_i32("retriedStmtId", request.retried_statement());
        return Ok(());
    }
    let mut reply = DocBuilder::new();
    let changed = execute(request, name, &parsed, &mut reply)?;
    let reply = reply.finish();
    request.store_result(0, changed, |kept| {
        kept.append_all(RawDoc::new(&reply));
    });
    out.append_all(RawDoc::new(&reply));
    Ok(())
}

/// Writes the reply. Returns whether anything changed.
fn execute(request: &mut Request<'_>, name: &str, parsed: &Parsed, out: &mut DocBuilder) -> Result<bool> {
    let record = match find_records(request, name, &parsed.plan) {
        Ok(found) => found.first().copied(),
        Err(error) => {
            // Planning errors are reported even without a document.
            let collection = request.engine.readable_collection(request.database, name);
            choose(collection.as_deref(), &parsed.plan)?;
            return Err(in_executor(error));
        }
    };
    let filter = parsed.plan.filter.clone();
    let mut shown = None;
    let mut has_changed = false;
    match (&parsed.update, record) {
        (None, Some(record)) => {
            let database = request.database;
            if let Some(collection) = request.engine.collection_mut(database, name) {
                shown = collection.records().get(record).map(<[u8]>::to_vec);
                let effect = collection.delete(record)?;
                write::count_effect(&mut request.meter, effect);
            }
            request.meter.deleted += 1;
            has_changed = true;
        }
        (Some(update), Some(record)) => {
            // Project the old document first, since the change invalidates the match position.
            let collection = request.engine.collection(request.database, name).ok_or_else(write::vanished)?;
            let before = collection.records().get(record).map(<[u8]>::to_vec);
            let after = change_record(request, name, record, Some(&filter), update).map_err(in_executor)?;
            request.meter.matched += 1;
            request.meter.modified += u64::from(after.is_some());
            has_changed = after.is_some();
            shown = after.filter(|_| parsed.return_new).or(before);
        }
        (Some(update), None) if parsed.upsert => {
            let document = upsert(request, name, &filter, update).map_err(in_executor)?;
            let id = RawDoc::new(&document).get("_id").map_or(Value::Null, Value::from).into_owned();
            out.document("lastErrorObject", |last| {
                last.append_i32("n", 1).append_bool("updatedExisting", false).append("upserted", &id);
            });
            let value = if parsed.return_new { Some(project(parsed, document)?) } else { None };
            write_value(value, out);
            return Ok(true);
        }
        _ => {}
    }
    let found = i32::from(record.is_some());
    out.document("lastErrorObject", |last| {
        last.append_i32("n", found);
        if parsed.update.is_some() {
            last.append_bool("updatedExisting", record.is_some());
        }
    });
    let value = shown.map(|document| project(parsed, document)).transpose()?;
    request.meter.returned += u64::from(value.is_some());
    write_value(value, out);
    Ok(has_changed)
}

fn project(parsed: &Parsed, document: Vec<u8>) -> Result<Vec<u8>> {
    let Some(projection) = &parsed.projection else { return Ok(document) };
    let doc = RawDoc::new(&document);
    let position =
        if projection.needs_position() { parsed.plan.filter.matches_with_position(doc)? } else { None };
    projection.apply(doc, position.as_ref()).map_err(in_executor)
}

fn write_value(value: Option<Vec<u8>>, out: &mut DocBuilder) {
    match value {
        Some(document) => out.append_doc("value", RawDoc::new(&document)),
        None => out.append_null("value"),
    };
}

fn explain(request: &mut Request<'_>, verbosity: Verbosity, out: &mut DocBuilder) -> Result<()> {
    let name = request.collection_name()?;
    write::check_changeable(request, name)?;
    let parsed = parse(request, None)?;
    if !request.engine.state.databases.contains_key(request.database) {
        let text = format!("database {} does not exist", request.database);
        return Err(Error::new(ErrorCode::NAMESPACE_NOT_FOUND, text));
    }
    let collection = request.engine.readable_collection(request.database, name);
    // The lookup stage can't project, so a projection needs another stage.
    let projection = parsed.projection.as_ref();
    let express = |name| Some(name).filter(|_| projection.is_none() && !parsed.upsert);
    if parsed.update.is_none() {
        let top = Top { returns: true, projection, ..delete::explained(express("EXPRESS_DELETE")) };
        return explain_query(request, collection.as_deref(), &parsed.plan, verbosity, Some(top), out);
    }
    let express = express("EXPRESS_UPDATE");
    let count =
        |_: Option<&Collection>, records: &[RecordId]| Ok(update::update_counters(records, parsed.upsert));
    let top = Top { name: "UPDATE", express, returns: true, count: &count, details: None, projection };
    explain_query(request, collection.as_deref(), &parsed.plan, verbosity, Some(top), out)
}
