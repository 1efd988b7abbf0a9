//! `count`.

use crate::collection::Collection;
use crate::command::shared::explain::{Explanation, Top, explain_chosen, explain_query};
use crate::command::shared::query::{parse_filter, parse_hint};
use crate::command::shared::{metered, view_read};
use crate::command::{Command, InTransactions, ReadConcern, Request};
use crate::error::{Error, Result};
use crate::plan::stage::FastCount;
use crate::plan::{Candidate, PlanRequest, RowBatch, Verbosity, choose};
use crate::value::DocBuilder;

/// See <https://www.mongodb.com/docs/manual/reference/command/count/>.
pub(super) static COMMAND: Command = Command {
    name: "count",
    summary: "Counts the documents that match.",
    example: r#"{"count": "books", "query": {"year": {"$gte": 1930}}}"#,
    fields: &["query", "limit", "skip", "hint", "collation", "fields"],
    run,
    explain: Some(explain),
    version_1: Some(&[]),
    read_concern: ReadConcern::NoSnapshot,
    in_transactions: InTransactions::Refused {
        hint: " Please see http://dochub.mongodb.org/core/transaction-count for a recommended alternative.",
    },
    ..Command::DEFAULT
};

fn parse(request: &Request<'_>) -> Result<PlanRequest> {
    let arguments = request.arguments();
    let mut plan = parse_filter(request, arguments.document("query")?)?;
    plan.hint = parse_hint(arguments.get("hint"))?;
    plan.skip = arguments.count("skip")?.unwrap_or(0);
    // A negative limit means its absolute value.
    let limit = arguments.integer("limit")?.unwrap_or(0);
    if limit == i64::MIN {
        return Err(Error::bad_value("Limit value for count cannot be min long"));
    }
    plan.limit = Some(limit.unsigned_abs()).filter(|&limit| limit > 0);
    plan.records_only = true;
    Ok(plan)
}

/// Whether the command counts all documents, without filter or hint.
fn counts_all(plan_request: &PlanRequest) -> bool {
    plan_request.filter.is_empty() && plan_request.hint.is_none()
}

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let name = request.collection_name()?;
    let plan_request = parse(request)?;
    if view_read::applies(request) {
        return view_read::count(request, &plan_request, out);
    }
    let collection = request.engine.readable_collection(request.database, name);
    let Some(collection) = collection else {
        request.meter.plan_summary = "EOF".into();
        out.append_i32("n", 0);
        return Ok(());
    };
    if counts_all(&plan_request) {
        // The collection maintains the number of its records.
        let all = (collection.records().len() as u64).saturating_sub(plan_request.skip);
        request.meter.plan_summary = "RECORD_STORE_FAST_COUNT".into();
        out.append_count("n", plan_request.limit.map_or(all, |limit| all.min(limit)));
        return Ok(());
    }
    let (mut plan, _) = choose(Some(&collection), &plan_request)?;
    let count =
        metered::plan(&mut request.meter, &mut plan, &collection, |plan| count_all(plan, &collection))?;
    out.append_count("n", count);
    Ok(())
}

/// Returns the number of records that a plan yields.
fn count_all(plan: &mut Candidate, collection: &Collection) -> Result<u64> {
    let mut count = 0;
    let mut rows = RowBatch::default();
    let mut more = true;
    while more {
        more = plan.next_batch(collection, usize::MAX, &mut rows)?;
        count += rows.records().len() as u64;
        rows.clear();
    }
    Ok(count)
}

fn explain(request: &mut Request<'_>, verbosity: Verbosity, out: &mut DocBuilder) -> Result<()> {
    let name = request.collection_name()?;
    let plan_request = parse(request)?;
    if view_read::applies(request) {
        let command = view_read::count_as_pipeline(request, &plan_request)?;
        return view_read::explain(request, &command, verbosity, out);
    }
    let collection = request.engine.readable_collection(request.database, name);
    let whole = collection.as_ref().filter(|_| counts_all(&plan_request));
    if let Some(collection) = whole {
        let all = collection.records().len() as u64;
        return explain_fast_count(request, &plan_request, all, verbosity, out);
    }
    let top = Top {
        name: "COUNT",
        express: None,
        returns: false,
        count: &|_, records| Ok(vec![("nCounted", records.len() as u64), ("nSkipped", 0)]),
        details: None,
        projection: None,
    };
    explain_query(request, collection.as_deref(), &plan_request, verbosity, Some(top), out)
}

/// Explains a count of all records, which reads nothing.
fn explain_fast_count(
    request: &Request<'_>,
    plan_request: &PlanRequest,
    all: u64,
    verbosity: Verbosity,
    out: &mut DocBuilder,
) -> Result<()> {
    let skipped = plan_request.skip.min(all);
    let counted = plan_request.limit.map_or(all - skipped, |limit| limit.min(all - skipped));
    let plan = Candidate::of(Box::new(FastCount::new(counted, skipped)));
    let shown = Explanation::of(verbosity, 0);
    explain_chosen(&request.namespace(), plan_request, &plan, &[], shown, out);
    Ok(())
}
