//! `delete`: each statement goes to the shards that its filter is about.

use engine::value::RawDoc;

use super::write::{Outcome, each_statement, with_statements};
use super::{Command, Refused, Request};
use crate::config::Sharded;
use crate::reply::number;

pub(super) static COMMAND: Command =
    Command { names: &["delete"], admin: false, run: |request| each_statement(request, "deletes", one) };

/// Carries out one statement; whether it went well.
fn one(
    request: &mut Request<'_>,
    (name, sharded): (&str, &Sharded),
    statement: RawDoc<'_>,
    place: usize,
    outcome: &mut Outcome,
) -> Result<bool, Refused> {
    let (mut shards, filter) = request.shards_of_statement((name, sharded), statement)?;
    if number(statement, "limit") == 1 && shards.len() > 1 {
        let first = request.shard_of_first((name, sharded), &shards, statement, filter)?;
        // Where nothing matches, one shard checks what it would have carried out.
        shards = vec![first.unwrap_or(shards[0])];
    }
    let command = with_statements(request.body, "deletes", &[statement]);
    for shard in shards {
        let reply = request.ask(shard, &command);
        if !outcome.add(reply, &[place])? {
            return Ok(false);
        }
    }
    Ok(true)
}
