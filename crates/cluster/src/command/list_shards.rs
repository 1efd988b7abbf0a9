//! `listShards` (<https://www.mongodb.com/docs/manual/reference/command/listShards/>).

use engine::value::RawDoc;

use super::{Command, Request};
use crate::metadata::shards;
use crate::reply::success;

pub(super) static COMMAND: Command = Command {
    names: &["listShards", "listshards"],
    admin: true,
    run: |request: &mut Request<'_>| {
        let shards = shards(request.cluster);
        Ok(success(|out| {
            out.array("shards", |array| {
                for shard in &shards {
                    array.push_doc(RawDoc::new(shard));
                }
            });
        }))
    },
};
