//! `findAndModify`: runs on the shard with the first document that its query selects.

use engine::value::{RawDoc, RawValue};

use super::write::touches_key;
use super::{Command, Failure, Request};
use crate::reply::changed;

pub(super) static COMMAND: Command =
    Command { names: &["findAndModify", "findandmodify"], admin: false, run };

fn run(request: &mut Request<'_>) -> Result<Vec<u8>, Failure> {
    let name = request.collection()?;
    let Some(sharded) = request.sharded(name) else {
        let shard = request.primary_or_assign()?;
        return Ok(request.forward(shard));
    };
    let arguments = request.arguments();
    let filter = arguments.document("query")?.unwrap_or(RawDoc::empty());
    let (collation, variables) = (arguments.document("collation")?, arguments.document("let")?);
    let at = (request.database, name);
    let shards = request.cluster.targets(at, &sharded, filter, collation, variables)?;
    let upsert = request.body.get("upsert").and_then(RawValue::as_bool).unwrap_or(false);
    let shard = match shards[..] {
        [shard] if !upsert => Some(shard),
        _ => request.shard_of_first((name, &sharded), &shards, request.body, filter)?,
    };
    let namespace = request.namespace(name);
    let Some(shard) = shard else {
        if !upsert {
            return Ok(request.forward(shards[0]));
        }
        let body = request.body;
        let (shard, inserted) = request.shard_of_upserted((name, &sharded), body.as_bytes())?;
        let reply = request.run_on(shard, body.as_bytes());
        request.cluster.written(&namespace, inserted.as_deref().map(RawDoc::new));
        return Ok(reply);
    };
    let command = changed(request.body, &["upsert"], |_| ());
    let moves = request.body.get("update").is_some_and(|update| touches_key(&sharded, update));
    request.run_write((name, shard), &command, moves)
}
