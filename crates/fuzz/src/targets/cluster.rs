//! Invariant: a cluster's router always replies in valid form, and documents are on the shards of their
//! chunks.

use bson::{Bson, Document, doc};
use cluster::ClusterOptions;

use super::command::made;
use crate::{Server, Source};

/// # Panics
/// A reply is malformed, or a document is on another shard than its chunk.
pub fn run(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let shards = 1 + source.below(3);
    let mut server = Server::cluster(ClusterOptions { shards, chunk_limit: 2, ..ClusterOptions::default() });
    let key = [doc! { "a": 1 }, doc! { "b": "hashed" }, doc! { "a": 1, "b": 1 }, doc! { "_id": 1 }];
    let key = &key[source.below(key.len())];
    server.run_on("admin", doc! { "shardCollection": "test.c", "key": key });
    server.store("c", (0..8).map(|number| doc! { "a": number % 5, "b": { "a": number } }));
    for _ in 0..4 {
        match source.below(4) {
            0 => drop(server.run_on("admin", about_chunks(&mut source))),
            1 => drop(server.run_on("config", made(&mut source))),
            _ => drop(server.run(made(&mut source))),
        }
    }
    assert_in_place(&mut server, key);
}

/// Returns an administration command of the cluster.
fn about_chunks(source: &mut Source<'_>) -> Document {
    let place = source.pick(&["find", "middle", "bounds", "to", "unique", "numInitialChunks"]);
    match source.below(6) {
        0 => doc! { "split": "test.c", place: source.value(2) },
        1 => doc! { "split": "test.c", "middle": { "a": source.value(1) } },
        2 => {
            doc! { "moveChunk": "test.c", "find": source.document(1), "to": source.pick(&["shard1", "shard2", "x"]) }
        }
        3 => {
            doc! { "shardCollection": source.pick(&["test.d", "test.c", ""]), "key": source.document(1), place: source.value(1) }
        }
        4 => {
            doc! { source.pick(&["addShard", "enableSharding", "listShards", "balancerStop", "getShardMap"]): source.value(1) }
        }
        _ => doc! { "renameCollection": "test.c", "to": source.pick(&["test.e", "other.c", "test.c"]) },
    }
}

/// # Panics
/// A document of `c` is not found on the shard of its key.
fn assert_in_place(server: &mut Server, key: &Document) {
    let Ok(all) = server.batch(doc! { "find": "c", "batchSize": 1000 }) else { return };
    for document in all {
        let mut filter = doc! { "_id": { "$eq": document.get("_id") } };
        for path in key.keys() {
            filter.insert(path, doc! { "$eq": document.get(path).cloned().unwrap_or(Bson::Null) });
        }
        // A value of a deprecated type may be stored but not queried.
        if let Ok(found) = server.batch(doc! { "find": "c", "filter": filter }) {
            assert_eq!(found.len(), 1, "{document} is on the shard that its key selects");
        }
    }
}
