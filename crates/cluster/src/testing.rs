//! Commands and replies as extended JSON, in tests.

use engine::value::{DocBuilder, RawDoc};

use crate::{Cluster, ClusterOptions};

/// A cluster of so many shards whose chunks hold at most so many documents.
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

/// Like [`run`], of a command that succeeds.
pub(crate) fn ok(cluster: &mut Cluster, database: &str, command: bson::Document) -> bson::Document {
    let reply = run(cluster, database, command.clone());
    assert_eq!(reply.get_f64("ok").ok(), Some(1.0), "{command} gives {reply}");
    reply
}
