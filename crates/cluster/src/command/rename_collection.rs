//! `renameCollection`: runs on all shards, only within one database.

use std::rc::Rc;

use engine::Error;
use engine::value::RawValue;

use super::shard_collection::split_namespace;
use super::{Command, Failure, Request};

pub(super) static COMMAND: Command = Command { names: &["renameCollection"], admin: true, run };

fn run(request: &mut Request<'_>) -> Result<Vec<u8>, Failure> {
    let text = |name: &str| request.body.get(name).and_then(RawValue::as_str);
    let (Some(from), Some(to)) = (text("renameCollection"), text("to")) else {
        return Ok(request.cluster.router.run_command(request.body.as_bytes()));
    };
    let ((database, _), (other, _)) = (split_namespace(from)?, split_namespace(to)?);
    let config = &request.cluster.config;
    let sharded = config.collections.get(from).map(Rc::clone);
    if database != other
        && (sharded.is_some() || config.databases.get(database) != config.databases.get(other))
    {
        let text = "Rename of a collection into a database on another shard";
        return Err(Error::not_supported(text).into());
    }
    if config.collections.contains_key(to) {
        return Err(Error::not_supported("Rename to the name of a sharded collection").into());
    }
    let primary = request.cluster.primary_or_assign(database)?;
    let shards = match sharded {
        Some(_) => (0..request.cluster.shards.len()).collect(),
        None => vec![primary],
    };
    let mut reply = Vec::new();
    for shard in shards {
        reply = request.try_run_on(shard, request.body.as_bytes())?;
    }
    if let Some(sharded) = sharded {
        let config = request.cluster.config_mut();
        config.collections.remove(from);
        config.collections.insert(to.to_owned(), sharded);
    }
    Ok(reply)
}
