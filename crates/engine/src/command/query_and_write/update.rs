//! `update`.

use super::insert::{KEEPS_EMPTY, has_empty_timestamp, with_timestamps};
use crate::arguments::Arguments;
use crate::collection::{Collection, RecordId};
use crate::command::shared::explain::{Counters, Top, explain_query};
use crate::command::shared::modify::{change_record, find_records, upsert};
use crate::command::shared::query::{filter_context_of, parse_hint, parse_sort, plan_filter};
use crate::command::shared::write;
use crate::command::{Command, InTransactions, Request, Writes, timeseries};
use crate::error::{Error, Result};
use crate::plan::{PlanRequest, Verbosity};
use crate::update::{Update, UpdateOptions};
use crate::value::{DocBuilder, RawDoc, RawValue, Value};

/// See <https://www.mongodb.com/docs/manual/reference/command/update/>.
pub(in crate::command) static COMMAND: Command = Command {
    name: "update",
    summary: "Changes documents.",
    example: r#"{"update": "books", "updates": [{"q": {"author": "Woolf"}, "u": {"$set": {"read": true}}, "multi": true}]}"#,
    operation: "update",
    fields: &["updates", "ordered", "let", "bypassDocumentValidation", KEEPS_EMPTY, "stmtId", "stmtIds"],
    run,
    explain: Some(explain),
    version_1: Some(&[KEEPS_EMPTY]),
    writes: Writes::Always,
    in_transactions: InTransactions::Part,
    retryable: true,
    ..Command::DEFAULT
};

/// The fields of an element of `updates`.
const STATEMENT_FIELDS: &[&str] =
    &["q", "u", "c", "upsert", "multi", "collation", "arrayFilters", "hint", "sort", "upsertSupplied"];

/// A parsed statement.
pub(in crate::command) struct Statement {
    pub plan: PlanRequest,
    pub update: Update,
    multi: bool,
    upsert: bool,
}

fn statements<'a>(request: &Request<'a>) -> Result<Vec<RawDoc<'a>>> {
    write::statements(request, "updates", "update.updates", check_form)
}

/// Checks a statement before any statement runs.
fn check_form(statement: &Arguments<'_>) -> Result<()> {
    statement.only(STATEMENT_FIELDS)?;
    statement.given("q")?;
    statement.required("u")?;
    for field in ["q", "c", "sort", "collation"] {
        statement.document(field)?;
    }
    check_change(statement.required("u")?)?;
    parse_hint(statement.get("hint"))?;
    check_array_filters(statement)?;
    for field in ["multi", "upsert", "upsertSupplied"] {
        statement.boolean(field)?;
    }
    Ok(())
}

/// Rejects an update that is neither a document nor an array.
pub(super) fn check_change(change: RawValue<'_>) -> Result<()> {
    match change.as_container() {
        Some(_) => Ok(()),
        None => Err(Error::failed_to_parse("Update argument must be either an object or an array")),
    }
}

/// Rejects array filters of wrong types.
pub(super) fn check_array_filters(statement: &Arguments<'_>) -> Result<()> {
    for (at, filter) in statement.array("arrayFilters")?.into_iter().flat_map(RawDoc::values).enumerate() {
        if filter.as_document().is_none() {
            let path = format!("{}.arrayFilters", statement.structure());
            return Err(Error::wrong_element_type(&path, at, filter, "object"));
        }
    }
    Ok(())
}

/// Parses a statement.
pub(in crate::command) fn parse(request: &Request<'_>, statement: RawDoc<'_>) -> Result<Statement> {
    let arguments = Arguments::new("update.updates", statement);
    arguments.required("q")?;
    let change = arguments.required("u")?;
    let (multi, upsert) = (arguments.flag("multi")?, arguments.flag("upsert")?);
    let context = filter_context_of(request, &arguments)?.for_upsert(upsert);
    let mut plan = plan_filter(arguments.document("q")?, &context)?;
    plan.hint = parse_hint(arguments.get("hint"))?;
    if let Some(sort) = arguments.document("sort")? {
        if multi {
            return Err(Error::failed_to_parse("Cannot specify sort with multi=true"));
        }
        parse_sort(Some(sort), &mut plan)?;
    }
    if !multi {
        plan.take_one();
    }
    let update = Update::parse(
        change,
        &UpdateOptions {
            array_filters: arguments.array("arrayFilters")?,
            constants: arguments.document("c")?,
            context: &context,
        },
    )?;
    if multi && update.is_replacement() {
        return Err(Error::failed_to_parse("multi update is not supported for replacement-style update"));
    }
    Ok(Statement { plan, update, multi, upsert })
}

/// The counts of one statement.
#[derive(Default)]
pub(in crate::command) struct Outcome {
    pub matched: u64,
    pub modified: u64,
    pub upserted_id: Option<Value<'static>>,
}

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let name = request.collection_name()?;
    let ordered = write::is_ordered(request)?;
    request.arguments().document("let")?;
    let statements = statements(request)?;
    write::check_writable(request, name)?;
    let (mut matched, mut modified) = (0, 0);
    let mut upserted = Vec::new();
    let errors = write::each_statement(request, statements, ordered, &mut |request, statement, index| {
        request.meter.operations += 1;
        let outcome = run_statement(request, name, statement, index)?;
        matched += outcome.matched;
        modified += outcome.modified;
        upserted.extend(outcome.upserted_id.map(|id| (index, id)));
        Ok(())
    });
    request.meter.matched += matched;
    request.meter.modified += modified;
    out.append_count("n", matched + upserted.len() as u64);
    if !upserted.is_empty() {
        out.array("upserted", |array| {
            for (index, id) in &upserted {
                array.document(|doc| {
                    doc.append_count("index", *index as u64).append("_id", id);
                });
            }
        });
    }
    out.append_count("nModified", modified);
    errors.write_last(request, out);
    Ok(())
}

/// Executes one statement, unless it is a retry of a completed one.
pub(super) fn run_statement(
    request: &mut Request<'_>,
    name: &str,
    statement: RawDoc<'_>,
    index: usize,
) -> Result<Outcome> {
    write::check_statement(request, request.database, name)?;
    if let Some(series) = timeseries::of(request.engine, request.database, name) {
        return timeseries::update(request, name, &series, statement);
    }
    let stamped = stamped(request, statement, "u");
    let statement = parse(request, stamped.as_deref().map_or(statement, RawDoc::new))?;
    if statement.multi {
        write::refuse_retryable(request, "multi=true")?;
    }
    if let Some(before) = request.completed_result(index) {
        return Ok(Outcome {
            matched: write::count_before(&before, "n"),
            modified: write::count_before(&before, "nModified"),
            upserted_id: RawDoc::new(&before).get("_id").map(|id| Value::from(id).into_owned()),
        });
    }
    let outcome = execute(request, name, &statement)?;
    let changed = outcome.modified > 0 || outcome.upserted_id.is_some();
    request.store_result(index, changed, |kept| {
        kept.append_count("n", outcome.matched).append_count("nModified", outcome.modified);
        if let Some(id) = &outcome.upserted_id {
            kept.append("_id", id);
        }
    });
    Ok(outcome)
}

/// Returns `body` with the empty timestamps of the replacement in `field` set to the current time; `None`
/// when there are none.
pub(super) fn stamped(request: &mut Request<'_>, body: RawDoc<'_>, field: &str) -> Option<Vec<u8>> {
    let replacement = body.get(field)?.as_document()?;
    if replacement.first()?.key.starts_with(b"$") || !has_empty_timestamp(request, replacement) {
        return None;
    }
    let replacement = with_timestamps(request, replacement);
    let mut out = DocBuilder::new();
    for element in body.iter() {
        match element.name() {
            name if name == field => out.append_doc(name, RawDoc::new(&replacement)),
            name => out.append_raw(name, element.value),
        };
    }
    Some(out.finish())
}

fn execute(request: &mut Request<'_>, name: &str, statement: &Statement) -> Result<Outcome> {
    let filter = statement.plan.filter.clone();
    let records = find_records(request, name, &statement.plan)?;
    let mut outcome = Outcome::default();
    if records.is_empty() && statement.upsert {
        let document = upsert(request, name, &filter, &statement.update)?;
        let id = RawDoc::new(&document).get("_id").map(|id| Value::from(id).into_owned());
        outcome.upserted_id = Some(id.unwrap_or(Value::Null));
        return Ok(outcome);
    }
    debug_assert!(statement.multi || records.len() <= 1);
    let collection = request.engine.collection(request.database, name);
    let is_capped = collection.is_some_and(|collection| collection.options.capped.is_some());
    for record in records {
        // In a capped collection, a growing document displaces the oldest, which may be among these.
        if is_capped {
            let collection = request.engine.collection(request.database, name);
            if collection.is_none_or(|collection| collection.records().get(record).is_none()) {
                continue;
            }
        }
        let changed = change_record(request, name, record, Some(&filter), &statement.update)?;
        outcome.matched += 1;
        outcome.modified += u64::from(changed.is_some());
    }
    Ok(outcome)
}

fn explain(request: &mut Request<'_>, verbosity: Verbosity, out: &mut DocBuilder) -> Result<()> {
    let name = request.collection_name()?;
    let statement = write::only_statement(&statements(request)?)?;
    write::check_writable(request, name)?;
    if let Some(series) = timeseries::of(request.engine, request.database, name) {
        return timeseries::explain_update(request, name, &series, statement, verbosity, out);
    }
    let statement = parse(request, statement)?;
    let collection = request.engine.readable_collection(request.database, name);
    let count = |_: Option<&Collection>, records: &[RecordId]| Ok(update_counters(records, statement.upsert));
    let express = (!statement.upsert && !statement.multi).then_some("EXPRESS_UPDATE");
    let top = Top { name: "UPDATE", express, returns: false, count: &count, details: None, projection: None };
    explain_query(request, collection.as_deref(), &statement.plan, verbosity, Some(top), out)
}

/// Returns explain's counters of an update. As on a server, records that would not change also count as
/// modified.
pub(super) fn update_counters(records: &[RecordId], upsert: bool) -> Counters {
    vec![
        ("nMatched", records.len() as u64),
        ("nWouldModify", records.len() as u64),
        ("nWouldUpsert", u64::from(upsert && records.is_empty())),
    ]
}
