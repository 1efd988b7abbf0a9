//! `delete`: each statement goes to the shards that its filter is about.

use engine::value::{RawDoc, RawValue};

use super::write::{Outcome, is_ordered, statements, with_statements};
use super::{Command, Refused, Request};
use crate::config::Sharded;
use crate::reply::number;

pub(super) static COMMAND: Command = Command { names: &["delete"], admin: false, run };

fn run(request: &mut Request<'_>) -> Result<Vec<u8>, Refused> {
    let name = request.collection()?;
    let (sharded, deletes) = (request.sharded(name), statements(request.body, "deletes"));
    let (Some(sharded), Some(deletes)) = (sharded, deletes) else {
        let shard = request.place()?;
        return Ok(request.hand_on(shard));
    };
    let mut outcome = Outcome::default();
    for (place, statement) in deletes.into_iter().enumerate() {
        let well = match one(request, (name, &sharded), statement, place, &mut outcome) {
            Ok(well) => well,
            Err(Refused::Error(error)) => {
                outcome.refuse(place, &error);
                false
            }
            Err(reply) => return Err(reply),
        };
        if !well && is_ordered(request.body) {
            break;
        }
    }
    Ok(outcome.reply())
}

/// Carries out one statement; whether it went well.
fn one(
    request: &mut Request<'_>,
    (name, sharded): (&str, &Sharded),
    statement: RawDoc<'_>,
    place: usize,
    outcome: &mut Outcome,
) -> Result<bool, Refused> {
    let filter = statement.get("q").and_then(RawValue::as_document).unwrap_or(RawDoc::empty());
    let collation = statement.get("collation").and_then(RawValue::as_document);
    let variables = request.body.get("let").and_then(RawValue::as_document);
    let at = (request.database, name);
    let mut shards = request.cluster.targets(at, sharded, filter, collation, variables)?;
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
