//! `delete`.

use crate::arguments::Arguments;
use crate::command::shared::explain::{Top, explain_query};
use crate::command::shared::modify::records_of;
use crate::command::shared::query::{filter_context_of, parse_hint, plan_filter};
use crate::command::shared::write;
use crate::command::{Command, InTransactions, Request, Writes, timeseries};
use crate::error::{Error, Result};
use crate::plan::{PlanRequest, Verbosity};
use crate::value::{DocBuilder, RawDoc};

/// See <https://www.mongodb.com/docs/manual/reference/command/delete/>.
pub(in crate::command) static COMMAND: Command = Command {
    name: "delete",
    summary: "Removes documents.",
    example: r#"{"delete": "books", "deletes": [{"q": {"year": {"$lt": 1900}}, "limit": 0}]}"#,
    operation: "remove",
    fields: &["deletes", "ordered", "let", "bypassDocumentValidation", "stmtId", "stmtIds"],
    run,
    explain: Some(explain),
    version_1: Some(&[]),
    writes: Writes::Always,
    in_transactions: InTransactions::Part,
    retryable: true,
    ..Command::DEFAULT
};

fn statements<'a>(request: &Request<'a>) -> Result<Vec<RawDoc<'a>>> {
    write::statements(request, "deletes", "delete.deletes", check_form)
}

/// Checks a statement before any statement runs.
fn check_form(statement: &Arguments<'_>) -> Result<()> {
    statement.only(&["q", "limit", "collation", "hint"])?;
    statement.given("q")?;
    statement.document("q")?;
    statement.document("collation")?;
    parse_hint(statement.get("hint"))?;
    limits_to_one(statement).map(drop)
}

fn parse(request: &Request<'_>, statement: RawDoc<'_>) -> Result<PlanRequest> {
    let arguments = Arguments::new("delete.deletes", statement);
    let single = limits_to_one(&arguments)?;
    let context = filter_context_of(request, &arguments)?;
    let mut plan = plan_filter(arguments.document("q")?, &context)?;
    plan.hint = parse_hint(arguments.get("hint"))?;
    if single {
        plan.take_one();
    }
    Ok(plan)
}

/// Whether at most one document is removed. A value that is not a number counts as 0.
fn limits_to_one(statement: &Arguments<'_>) -> Result<bool> {
    let limit = statement.required("limit")?.as_number().map_or(0.0, |limit| limit.to_f64());
    if limit != 0.0 && limit != 1.0 {
        return Err(Error::failed_to_parse(format!(
            "The limit field in delete objects must be 0 or 1. Got {limit}"
        )));
    }
    Ok(limit == 1.0)
}

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let name = request.collection_name()?;
    let ordered = write::is_ordered(request)?;
    request.arguments().document("let")?;
    let statements = statements(request)?;
    write::check_writable(request, name)?;
    let mut deleted = 0;
    let errors = write::each_statement(request, statements, ordered, &mut |request, statement, index| {
        request.meter.operations += 1;
        deleted += run_statement(request, name, statement, index)?;
        Ok(())
    });
    request.meter.deleted += deleted;
    out.append_count("n", deleted);
    errors.write_last(request, out);
    Ok(())
}

/// Executes one statement, unless it is a retry of a completed one. Returns the number of deleted
/// documents.
pub(super) fn run_statement(
    request: &mut Request<'_>,
    name: &str,
    statement: RawDoc<'_>,
    index: usize,
) -> Result<u64> {
    write::check_statement(request, request.database, name)?;
    let plan_request = parse(request, statement)?;
    if plan_request.limit.is_none() {
        write::refuse_retryable(request, "limit=0")?;
    }
    if let Some(before) = request.completed_result(index) {
        return Ok(write::count_before(&before, "n"));
    }
    let deleted = execute(request, name, &plan_request)?;
    request.store_result(index, deleted > 0, |kept| {
        kept.append_count("n", deleted);
    });
    Ok(deleted)
}

fn execute(request: &mut Request<'_>, name: &str, plan_request: &PlanRequest) -> Result<u64> {
    if let Some(series) = timeseries::of(request.engine, request.database, name) {
        return timeseries::delete(request, name, &series, plan_request);
    }
    let records = {
        let Some(collection) = request.engine.readable_collection(request.database, name) else {
            return Ok(0);
        };
        records_of(&mut request.meter, &collection, plan_request)?
    };
    let count = records.len() as u64;
    for record in records {
        let database = request.database;
        if let Some(collection) = request.engine.collection_mut(database, name) {
            let effect = collection.delete(record)?;
            write::count_effect(&mut request.meter, effect);
        }
    }
    Ok(count)
}

fn explain(request: &mut Request<'_>, verbosity: Verbosity, out: &mut DocBuilder) -> Result<()> {
    let name = request.collection_name()?;
    let statement = write::only_statement(&statements(request)?)?;
    write::check_writable(request, name)?;
    let plan_request = parse(request, statement)?;
    if let Some(series) = timeseries::of(request.engine, request.database, name) {
        return timeseries::explain_delete(request, name, &series, &plan_request, verbosity, out);
    }
    let collection = request.engine.readable_collection(request.database, name);
    // A server deletes many documents in batches, but not in a transaction or a retryable write.
    let batched =
        plan_request.limit.is_none() && request.ticket.is_none() && request.body.get("txnNumber").is_none();
    let name = if batched { "BATCHED_DELETE" } else { "DELETE" };
    let top = Top { name, ..explained(Some("EXPRESS_DELETE")) };
    explain_query(request, collection.as_deref(), &plan_request, verbosity, Some(top), out)
}

/// Returns the stage that explain shows above the plan of a delete.
pub(in crate::command) fn explained(express: Option<&'static str>) -> Top<'static> {
    Top {
        name: "DELETE",
        express,
        returns: false,
        count: &|_, records| Ok(vec![("nWouldDelete", records.len() as u64)]),
        details: None,
        projection: None,
    }
}
