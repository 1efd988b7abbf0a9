//! `collStats`: for a sharded collection, the statistics of each shard and their sums
//! (<https://www.mongodb.com/docs/manual/reference/command/collStats/>).

use engine::value::RawDoc;

use super::{Command, Failure, Request};
use crate::reply::{number, success};

pub(super) static COMMAND: Command = Command { names: &["collStats", "collstats"], admin: false, run };

fn run(request: &mut Request<'_>) -> Result<Vec<u8>, Failure> {
    let name = request.collection()?;
    let Some(sharded) = request.sharded(name) else {
        let shard = request.primary();
        return Ok(request.forward(shard));
    };
    let mut parts = Vec::new();
    for shard in sharded.shards() {
        parts.push((shard, request.try_run_on(shard, request.body.as_bytes())?));
    }
    let sum = |field: &str| parts.iter().map(|(_, part)| number(RawDoc::new(part), field)).sum::<i64>();
    let count = sum("count");
    let names = &request.cluster.config.shards;
    let namespace = request.namespace(name);
    Ok(success(|out| {
        out.append_bool("sharded", true).append_bool("capped", false).append_str("ns", &namespace);
        for field in ["count", "size", "storageSize", "totalIndexSize", "totalSize"] {
            out.append_count(field, sum(field) as u64);
        }
        out.append_count("avgObjSize", (sum("size") / count.max(1)) as u64);
        let first = parts.first().map_or(RawDoc::empty(), |(_, part)| RawDoc::new(part));
        out.append_count("nindexes", number(first, "nindexes") as u64);
        out.append_count("nchunks", sharded.chunks.len() as u64);
        out.document("shards", |shards| {
            for (shard, part) in &parts {
                shards.append_doc(&names[*shard], RawDoc::new(part));
            }
        });
    }))
}
