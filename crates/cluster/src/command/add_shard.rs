//! `addShard` (<https://www.mongodb.com/docs/manual/reference/command/addShard/>).

use engine::Error;

use super::{Command, Failure, Request};
use crate::cluster::MAX_SHARDS;
use crate::reply::success;

pub(super) static COMMAND: Command = Command { names: &["addShard", "addshard"], admin: true, run };

fn run(request: &mut Request<'_>) -> Result<Vec<u8>, Failure> {
    let arguments = request.arguments();
    let given = arguments.required(request.name())?;
    let address = given
        .as_str()
        .filter(|text| !text.is_empty())
        .ok_or_else(|| arguments.wrong_type(request.name(), given, "string"))?;
    // `set/host:port` is a replica set and its members.
    let set = address.split(['/', ',']).next().unwrap_or(address);
    let name = arguments.string("name")?.unwrap_or(set).to_owned();
    if request.cluster.config.shard(&name).is_ok() {
        return Ok(success(|out| {
            out.append_str("shardAdded", &name);
        }));
    }
    if request.cluster.shards.len() == MAX_SHARDS {
        return Err(Error::not_supported(&format!("A cluster of more than {MAX_SHARDS} shards")).into());
    }
    request.cluster.add_shard(name.clone());
    Ok(success(|out| {
        out.append_str("shardAdded", &name);
    }))
}
