//! `getMore`.

use crate::arguments::Arguments;
use crate::command::reply::CursorReply;
use crate::command::shared::metered;
use crate::command::{Command, InTransactions, ReadConcern, Request, check_collection_name};
use crate::cursor::{Cursor, Owner, Source};
use crate::error::{Error, ErrorCode, Result};
use crate::fail_point::FailPoint;
use crate::value::{DocBuilder, tag};

/// See <https://www.mongodb.com/docs/manual/reference/command/getMore/>.
pub(super) static COMMAND: Command = Command {
    name: "getMore",
    summary: "Fetches the next batch of a cursor.",
    example: r#"{"getMore": "<cursor>", "collection": "books", "batchSize": 10}"#,
    operation: "getmore",
    fields: &["collection", "batchSize", "term", "lastKnownCommittedOpTime"],
    run,
    version_1: Some(&[]),
    read_concern: ReadConcern::OfCursor,
    in_transactions: InTransactions::Part,
    ..Command::DEFAULT
};

/// Prefixes executor errors, except `QueryPlanKilled`.
fn in_executor(error: Error) -> Error {
    if error.code() == ErrorCode::QUERY_PLAN_KILLED {
        return error;
    }
    error.context("Executor error during getMore :: caused by :: ")
}

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let arguments = request.arguments();
    let value = arguments.required("getMore")?;
    if value.tag != tag::INT64 {
        return Err(arguments.wrong_type("getMore", value, "long"));
    }
    let id = value.as_number().map_or(0, |n| n.to_i64_clamped());
    arguments.given("collection")?;
    let name = arguments.string("collection")?.unwrap_or_default();
    if !name.starts_with("$cmd.") && check_collection_name(request.database, name).is_err() {
        return Err(Error::new(
            ErrorCode::INVALID_NAMESPACE,
            format!("Invalid namespace for getMore: {}.{name}", request.database),
        ));
    }
    request.collection = name;
    let batch_size = arguments.count("batchSize")?.filter(|&n| n > 0).map_or(usize::MAX, |n| n as usize);
    let mut cursor = request.engine.cursors.take(id)?;
    if let Err(error) = check_cursor(&cursor, id, request, &arguments) {
        request.engine.cursors.insert(id, cursor);
        return Err(error);
    }
    // The time limit of the opening command covers all batches
    // (https://www.mongodb.com/docs/manual/tutorial/terminate-running-operations/#maxtimems).
    if cursor.timed && request.engine.times_out.as_mut().is_some_and(FailPoint::is_due) {
        return Err(Error::new(ErrorCode::MAX_TIME_MS_EXPIRED, "operation exceeded time limit"));
    }
    let mut reply = CursorReply::begin("nextBatch", out);
    let outcome = match &mut cursor.source {
        Source::Pipeline(pipeline) => {
            let catalog = request.engine.catalog(request.database, name);
            metered::resumed_pipeline(&mut request.meter, pipeline, |pipeline| {
                pipeline.fill(&catalog, batch_size, &mut reply.batch)
            })
        }
        _ => {
            let collection = request.engine.readable_collection(request.database, name);
            let read = (collection.as_deref(), true);
            metered::batch(&mut request.meter, &mut cursor, read, batch_size, &mut reply.batch)
        }
    };
    let exhausted = outcome.map_err(in_executor)?;
    reply.resume = match &cursor.source {
        Source::Pipeline(pipeline) => pipeline.resume_token(),
        _ => cursor.resume,
    };
    request.meter.returned += reply.batch.len() as u64;
    let left = if exhausted { 0 } else { id };
    if !exhausted {
        request.engine.cursors.insert(id, cursor);
    }
    reply.finish(left, &request.namespace(), out);
    Ok(())
}

/// Rejects a command that does not match the one that opened the cursor. The cursor stays open.
fn check_cursor(cursor: &Cursor, id: i64, request: &Request<'_>, arguments: &Arguments<'_>) -> Result<()> {
    let (database, name) = (request.database, request.collection);
    if cursor.database != database || cursor.collection != name {
        return Err(Error::new(
            ErrorCode::UNAUTHORIZED,
            format!(
                "Requested getMore on namespace '{database}.{name}', but cursor belongs to a different namespace {}.{}",
                cursor.database, cursor.collection
            ),
        ));
    }
    cursor.owner.check(&Owner::of(arguments)?, id)?;
    if request.body.get("maxTimeMS").is_some() && !cursor.awaits {
        return Err(Error::bad_value("cannot set maxTimeMS on getMore command for a non-awaitData cursor"));
    }
    Ok(())
}
