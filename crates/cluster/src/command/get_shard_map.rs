//! `getShardMap` (<https://www.mongodb.com/docs/manual/reference/command/getShardMap/>).

use super::{Command, Request};
use crate::metadata::host;
use crate::reply::success;

pub(super) static COMMAND: Command = Command {
    names: &["getShardMap"],
    admin: true,
    run: |request: &mut Request<'_>| {
        let cluster = &*request.cluster;
        Ok(success(|out| {
            out.document("map", |map| {
                for (number, name) in cluster.config.shards.iter().enumerate() {
                    map.append_str(name, &host(cluster, number));
                }
            });
        }))
    },
};
