//! `drop`: drops the collection on all shards, and its metadata.

use super::{Command, Request};

pub(super) static COMMAND: Command = Command {
    names: &["drop"],
    admin: false,
    run: |request: &mut Request<'_>| {
        let name = request.collection()?;
        let replies = request.everywhere(name)?;
        let namespace = request.namespace(name);
        request.cluster.config_mut().collections.remove(&namespace);
        let primary = request.primary();
        let reply = replies.into_iter().find(|(shard, _)| *shard == primary);
        Ok(reply.map(|(_, reply)| reply).unwrap_or_default())
    },
};
