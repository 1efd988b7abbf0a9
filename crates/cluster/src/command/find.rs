//! `find` (<https://www.mongodb.com/docs/manual/core/sharded-cluster-query-router/>).

use engine::value::RawDoc;

use super::{Command, Failure, Request};
use crate::gather::Reading;
use crate::reply::{changed, number};

pub(super) static COMMAND: Command = Command { names: &["find"], admin: false, run };

fn run(request: &mut Request<'_>) -> Result<Vec<u8>, Failure> {
    let name = request.collection()?;
    let reading = reading(request, name)?;
    let plan = request.plan(&reading)?;
    if let Some(shard) = plan.only_shard() {
        return Ok(request.forward(shard));
    }
    let of_shard = request.without_batches();
    let of_shard = if plan.is_view { of_shard } else { of_each_shard(RawDoc::new(&of_shard)) };
    request.charge(&plan, &of_shard)?;
    // A hint names an index of the shards, which the router lacks.
    let merging = changed(request.body, &["batchSize", "singleBatch", "hint", "min", "max"], |_| ());
    let found = request.merged(&plan, &reading, &merging)?;
    Ok(request.cursor_reply(name, found))
}

/// Returns the command for each of several shards: the router skips documents itself, so shards must return those
/// too.
pub(super) fn of_each_shard(command: RawDoc<'_>) -> Vec<u8> {
    let (skip, limit) = (number(command, "skip").max(0), number(command, "limit").max(0));
    changed(command, &["skip", "limit"], |out| {
        if limit > 0 {
            out.append_i64("limit", skip.saturating_add(limit));
        }
    })
}

/// Returns the command's input.
///
/// # Errors
/// `TypeMismatch`.
pub(super) fn reading<'a>(request: &Request<'a>, name: &'a str) -> Result<Reading<'a>, Failure> {
    let arguments = request.arguments();
    Ok(Reading {
        name,
        filter: arguments.document("filter")?.unwrap_or(RawDoc::empty()),
        collation: arguments.document("collation")?,
        variables: arguments.document("let")?,
        pipeline: None,
        range: ["hint", "min", "max"]
            .into_iter()
            .filter_map(|field| Some((field, request.body.get(field)?)))
            .collect(),
    })
}
