//! `moveChunk` (<https://www.mongodb.com/docs/manual/reference/command/moveChunk/>).

use engine::Error;
use engine::value::RawDoc;

use super::shard_collection::split_namespace;
use super::split::{chunk_between, chunk_with};
use super::{Command, Failure, Request};
use crate::reply::success;

pub(super) static COMMAND: Command = Command { names: &["moveChunk", "movechunk"], admin: true, run };

fn run(request: &mut Request<'_>) -> Result<Vec<u8>, Failure> {
    let arguments = request.arguments();
    let given = arguments.required(request.name())?;
    let namespace = given.as_str().ok_or_else(|| arguments.wrong_type(request.name(), given, "string"))?;
    split_namespace(namespace)?;
    let sharded = request.cluster.config.sharded(namespace)?;
    let to = arguments
        .string("to")?
        .ok_or_else(|| Error::bad_value("you have to specify where you want to move the chunk"))?;
    let to = request.cluster.config.shard(to)?;
    let at = match (arguments.document("find")?, arguments.array("bounds")?) {
        (Some(query), None) => chunk_with(&sharded, query)?,
        (None, bounds) => chunk_between(&sharded, bounds.unwrap_or(RawDoc::empty()))?,
        (Some(_), Some(_)) => {
            return Err(Error::bad_value(
                "need to specify either a find query, or both lower and upper bounds.",
            )
            .into());
        }
    };
    if sharded.chunks[at].shard != to {
        request.cluster.move_chunk(namespace, at, to);
    }
    Ok(success(|out| {
        out.append_i32("millis", 0);
    }))
}
