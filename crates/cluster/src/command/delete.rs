//! `delete`: each statement goes to the shards that its filter targets.

use engine::value::RawDoc;

use super::write::{Outcome, each_statement, with_statements};
use super::{Command, Failure, Request};
use crate::config::Sharded;
use crate::reply::number;

pub(super) static COMMAND: Command =
    Command { names: &["delete"], admin: false, run: |request| each_statement(request, "deletes", one) };

/// Executes one statement; returns whether it succeeded.
fn one(
    request: &mut Request<'_>,
    (name, sharded): (&str, &Sharded),
    statement: RawDoc<'_>,
    place: usize,
    outcome: &mut Outcome,
) -> Result<bool, Failure> {
    let (mut shards, filter) = request.shards_of_statement((name, sharded), statement)?;
    if number(statement, "limit") == 1 && shards.len() > 1 {
        let first = request.shard_of_first((name, sharded), &shards, statement, filter)?;
        // If nothing matches, one shard still validates the statement.
        shards = vec![first.unwrap_or(shards[0])];
    }
    let command = with_statements(request.body, "deletes", &[statement]);
    for shard in shards {
        let reply = request.run_on(shard, &command);
        if !outcome.add(reply, &[place])? {
            return Ok(false);
        }
    }
    Ok(true)
}
