//! `update`: each statement goes to the shards that its filter targets.

use engine::value::{RawDoc, RawValue};
use engine::{Error, ErrorCode};

use super::write::{Outcome, each_statement, touches_key, with_statements};
use super::{Command, Failure, Request};
use crate::config::Sharded;
use crate::reply::{changed, number};

pub(super) static COMMAND: Command =
    Command { names: &["update"], admin: false, run: |request| each_statement(request, "updates", one) };

/// Executes one statement; returns whether it succeeded.
fn one(
    request: &mut Request<'_>,
    (name, sharded): (&str, &Sharded),
    statement: RawDoc<'_>,
    place: usize,
    outcome: &mut Outcome,
) -> Result<bool, Failure> {
    let flag = |name: &str| statement.get(name).and_then(RawValue::as_bool).unwrap_or(false);
    let (multi, upsert) = (flag("multi"), flag("upsert"));
    let (shards, filter) = request.shards_of_statement((name, sharded), statement)?;
    let moves = touches_key(sharded, statement.get("u").unwrap_or(RawValue::MISSING));
    let plain = changed(statement, &["upsert"], |_| ());
    let plain = with_statements(request.body, "updates", &[RawDoc::new(&plain)]);
    if multi {
        if moves && !is_pipeline(statement) {
            let text = "Multi-update operations are not allowed when updating the shard key field.";
            return Err(Error::new(ErrorCode::INVALID_OPTIONS, text).into());
        }
        let mut matched = 0;
        for &shard in &shards {
            let reply = request.run_write((name, shard), &plain, moves)?;
            matched += number(RawDoc::new(&reply), "n");
            if !outcome.add(reply, &[place])? {
                return Ok(false);
            }
        }
        return match upsert && matched == 0 {
            true => insert(request, (name, sharded), statement, place, outcome),
            false => Ok(true),
        };
    }
    let shard = match shards[..] {
        [shard] if !upsert => Some(shard),
        _ => request.shard_of_first((name, sharded), &shards, statement, filter)?,
    };
    match shard {
        Some(shard) => {
            let reply = request.run_write((name, shard), &plain, moves)?;
            outcome.add(reply, &[place])
        }
        None if upsert => insert(request, (name, sharded), statement, place, outcome),
        None => {
            // One shard still validates the statement.
            let reply = request.run_on(shards[0], &plain);
            outcome.add(reply, &[place])
        }
    }
}

fn is_pipeline(statement: RawDoc<'_>) -> bool {
    statement.get("u").is_some_and(|update| update.as_array().is_some())
}

/// Upserts a new document on its shard.
fn insert(
    request: &mut Request<'_>,
    (name, sharded): (&str, &Sharded),
    statement: RawDoc<'_>,
    place: usize,
    outcome: &mut Outcome,
) -> Result<bool, Failure> {
    let command = with_statements(request.body, "updates", &[statement]);
    let (shard, inserted) = request.shard_of_upserted((name, sharded), &command)?;
    let reply = request.run_on(shard, &command);
    let succeeded = outcome.add(reply, &[place])?;
    let namespace = request.namespace(name);
    request.cluster.written(&namespace, inserted.as_deref().map(RawDoc::new));
    Ok(succeeded)
}
