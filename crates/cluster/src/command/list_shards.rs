//! `listShards` (<https://www.mongodb.com/docs/manual/reference/command/listShards/>).

use super::{Command, Request};
use crate::metadata::host;
use crate::reply::success;

pub(super) static COMMAND: Command = Command {
    names: &["listShards", "listshards"],
    admin: true,
    run: |request: &mut Request<'_>| {
        let cluster = &*request.cluster;
        Ok(success(|out| {
            out.array("shards", |array| {
                for (number, name) in cluster.config.shards.iter().enumerate() {
                    array.document(|shard| {
                        shard.append_str("_id", name).append_str("host", &host(cluster, number));
                        shard.append_i32("state", 1);
                    });
                }
            });
        }))
    },
};
