//! Helpers for tests that run commands on a cluster.

use engine::value::{DocBuilder, RawDoc};

use crate::{Cluster, ClusterOptions};

/// Creates a cluster with this number of shards and this limit of documents per chunk.
pub(crate) fn cluster(shards: usize, chunk_limit: u64) -> Cluster {
    Cluster::new(ClusterOptions { shards, chunk_limit, ..ClusterOptions::default() })
}

/// Runs a command given as a `bson` document, on a database.
pub(crate) fn run(cluster: &mut Cluster, database: &str, command: bson::Document) -> bson::Document {
    let bytes = command.to_vec().expect("encodable");
    let mut whole = DocBuilder::new();
    whole.append_all(RawDoc::new(&bytes)).append_str("$db", database);
    let reply = cluster.run_command(&whole.finish());
    bson::Document::from_reader(reply.as_slice()).expect("a document")
}

/// Like [`run`], but asserts that the command succeeds.
pub(crate) fn ok(cluster: &mut Cluster, database: &str, command: bson::Document) -> bson::Document {
    let reply = run(cluster, database, command.clone());
    assert_eq!(reply.get_f64("ok").ok(), Some(1.0), "{command} gives {reply}");
    reply
}
