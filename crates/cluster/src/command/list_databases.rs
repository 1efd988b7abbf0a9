//! `listDatabases`: the databases of all shards, with the sums of their sizes.

use engine::SortedMap;
use engine::value::{RawDoc, RawValue};

use super::{Command, Failure, Request};
use crate::reply::{documents, number, success};

pub(super) static COMMAND: Command = Command { names: &["listDatabases"], admin: true, run };

fn run(request: &mut Request<'_>) -> Result<Vec<u8>, Failure> {
    let mut sizes: SortedMap<String, SortedMap<usize, i64>> = SortedMap::default();
    for shard in 0..request.cluster.shards.len() {
        let reply = request.try_run_on(shard, request.body.as_bytes())?;
        for database in documents(RawDoc::new(&reply), "databases") {
            let name = database.get("name").and_then(RawValue::as_str).unwrap_or_default().to_owned();
            sizes.or_default(name).insert(shard, number(database, "sizeOnDisk"));
        }
    }
    let only_names = request.arguments().flag("nameOnly")?;
    let names = &request.cluster.config.shards;
    let total: i64 = sizes.values().flat_map(SortedMap::values).sum();
    Ok(success(|out| {
        out.array("databases", |array| {
            for (name, of_shards) in &sizes {
                array.document(|database| {
                    database.append_str("name", name);
                    if only_names {
                        return;
                    }
                    database.append_i64("sizeOnDisk", of_shards.values().sum()).append_bool("empty", false);
                    database.document("shards", |shards| {
                        for (shard, size) in of_shards {
                            shards.append_i64(&names[*shard], *size);
                        }
                    });
                });
            }
        });
        if !only_names {
            out.append_i64("totalSize", total).append_i64("totalSizeMb", total >> 20);
        }
    }))
}
