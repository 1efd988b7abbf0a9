//! `dropDatabase`: runs on all shards.

use super::{Command, Failure, Request};

pub(super) static COMMAND: Command = Command { names: &["dropDatabase"], admin: false, run };

fn run(request: &mut Request<'_>) -> Result<Vec<u8>, Failure> {
    let mut reply = None;
    let primary = request.primary();
    for shard in 0..request.cluster.shards.len() {
        let answer = request.try_run_on(shard, request.body.as_bytes())?;
        if shard == primary {
            reply = Some(answer);
        }
    }
    let database = request.database;
    let config = request.cluster.config_mut();
    config.databases.remove(database);
    config.collections.retain(|namespace, _| namespace.split_once('.').is_none_or(|(of, _)| of != database));
    Ok(reply.unwrap_or_else(|| crate::reply::success(|_| ())))
}
