//! `find`.

use crate::collection::Collection;
use crate::command::reply::CursorReply;
use crate::command::shared::explain::explain_query;
use crate::command::shared::query::parse_find;
use crate::command::shared::{metered, resume_token, view_read};
use crate::command::{Command, InTransactions, ReadConcern, Request};
use crate::cursor::{Cursor, DEFAULT_FIRST_BATCH, ResumeToken, Source};
use crate::error::{Error, ErrorCode, Result};
use crate::plan::{Direction, Hint, PlanRequest, Verbosity, choose, planning_failed};
use crate::value::DocBuilder;

/// See <https://www.mongodb.com/docs/manual/reference/command/find/>.
pub(in crate::command) static COMMAND: Command = Command {
    name: "find",
    structure: Some("FindCommandRequest"),
    summary: "Finds documents and opens a cursor on them.",
    example: r#"{"find": "books", "filter": {"year": {"$gt": 1920}}, "sort": {"year": -1}, "limit": 2}"#,
    operation: "query",
    fields: &[
        "filter",
        "sort",
        "projection",
        "hint",
        "skip",
        "limit",
        "batchSize",
        "singleBatch",
        "let",
        "collation",
        "allowDiskUse",
        "allowPartialResults",
        "noCursorTimeout",
        "oplogReplay",
        "min",
        "max",
        "returnKey",
        "showRecordId",
        "tailable",
        "awaitData",
        "$_requestResumeToken",
        "$_resumeAfter",
    ],
    run,
    explain: Some(explain),
    version_1: Some(&[
        "awaitData",
        "max",
        "min",
        "noCursorTimeout",
        "oplogReplay",
        "returnKey",
        "showRecordId",
        "tailable",
    ]),
    read_concern: ReadConcern::Snapshot,
    in_transactions: InTransactions::Part,
    ..Command::DEFAULT
};

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let name = request.collection_name()?;
    let arguments = request.arguments();
    let mut plan_request = parse_find(request)?;
    if arguments.optional_boolean("tailable")? && plan_request.hint.is_none() {
        // Only a scan in insertion order can resume at its end.
        plan_request.hint = Some(Hint::Natural(Direction::Forward));
    }
    for field in ["allowDiskUse", "allowPartialResults", "noCursorTimeout", "oplogReplay"] {
        arguments.optional_boolean(field)?;
    }
    let resume = resume_token::parse(&arguments, &plan_request)?;
    let batch_size = arguments.count("batchSize")?.map_or(DEFAULT_FIRST_BATCH, |n| n as usize);
    let single_batch = arguments.optional_boolean("singleBatch")?;
    let namespace = request.namespace();
    let during = |error: Error| {
        error.context(&format!("Executor error during find command: {namespace} :: caused by :: "))
    };
    if view_read::applies(request) {
        return view_read::find(request, &plan_request, out);
    }
    let collection = request.engine.readable_collection(request.database, name);
    if let (Some(resume), Some(collection)) = (&resume, &collection) {
        plan_request.start_after = resume.begin(collection).map_err(|error| match error.code() {
            ErrorCode::KEY_NOT_FOUND => during(error),
            _ => error,
        })?;
    }
    let tailable = is_tailable(request, collection.as_deref(), &plan_request)?;
    let (plan, _) = choose(collection.as_deref(), &plan_request)?;
    let mut cursor = Cursor::new(Source::Plan(Box::new(plan)));
    cursor.tailable = tailable;
    cursor.resume = resume.map(|_| ResumeToken::None);
    cursor.awaits = arguments.optional_boolean("awaitData")?;
    let mut reply = CursorReply::begin("firstBatch", out);
    let meter = &mut request.meter;
    let filled =
        metered::batch(meter, &mut cursor, (collection.as_deref(), false), batch_size, &mut reply.batch);
    let exhausted = filled.map_err(during)?;
    reply.resume = cursor.resume;
    request.meter.returned += reply.batch.len() as u64;
    let id =
        if exhausted || single_batch || collection.is_none() { 0 } else { request.keep_cursor(name, cursor) };
    reply.finish(id, &namespace, out);
    Ok(())
}

/// Whether the cursor waits for more documents, as it may on a capped collection
/// (<https://www.mongodb.com/docs/manual/core/tailable-cursors/>). On an empty collection it is dead
/// immediately.
fn is_tailable(
    request: &Request<'_>,
    collection: Option<&Collection>,
    plan_request: &PlanRequest,
) -> Result<bool> {
    let arguments = request.arguments();
    let tailable = arguments.optional_boolean("tailable")?;
    if arguments.optional_boolean("awaitData")? && !tailable {
        return Err(Error::failed_to_parse("Cannot set 'awaitData' without also setting 'tailable'"));
    }
    if !tailable {
        return Ok(false);
    }
    if request.ticket.is_some() {
        return Err(Error::new(
            ErrorCode::INVALID_OPTIONS,
            "It is illegal to open a tailable cursor in a transaction",
        ));
    }
    if plan_request.sort.is_some() || plan_request.hint == Some(Hint::Natural(Direction::Backward)) {
        return Err(Error::bad_value("cannot use tailable option with a sort other than {$natural: 1}"));
    }
    if arguments.optional_boolean("singleBatch")? {
        return Err(Error::bad_value("cannot use tailable option with the 'singleBatch' option"));
    }
    let root = plan_request.filter.root();
    if root.has_text() {
        return Err(Error::bad_value("text and tailable cursor not allowed in same query"));
    }
    if root.is_near() {
        return Err(Error::bad_value("Tailable cursors and geo $near cannot be used together"));
    }
    let Some(collection) = collection else { return Ok(false) };
    if collection.options.capped.is_none() {
        let error = Error::bad_value("tailable cursor requested on non capped collection");
        return Err(planning_failed(&request.namespace(), plan_request, error));
    }
    Ok(!collection.records().is_empty())
}

fn explain(request: &mut Request<'_>, verbosity: Verbosity, out: &mut DocBuilder) -> Result<()> {
    let name = request.collection_name()?;
    let plan_request = parse_find(request)?;
    if view_read::applies(request) {
        let command = view_read::find_as_pipeline(request, &plan_request)?;
        return view_read::explain(request, &command, verbosity, out);
    }
    let collection = request.engine.readable_collection(request.database, name);
    explain_query(request, collection.as_deref(), &plan_request, verbosity, None, out)
}
