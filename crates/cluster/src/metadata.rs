//! The database `config`, as a router shows it
//! (<https://www.mongodb.com/docs/manual/reference/config-database/>).

use engine::Engine;
use engine::value::{DocBuilder, RawDoc, Value};

use crate::cluster::Cluster;
use crate::command::Request;
use crate::config::Sharded;
use crate::reply::{all, is_ok};

/// The collections that are made of the metadata.
const COLLECTIONS: &[&str] =
    &["changelog", "chunks", "collections", "databases", "mongos", "settings", "shards", "tags", "version"];

/// Answers a command that reads the metadata; `None` for any other.
pub(crate) fn answer(request: &mut Request<'_>) -> Option<Vec<u8>> {
    let name = request.body.first()?.value.as_str()?;
    if request.database != "config" || !COLLECTIONS.contains(&name) {
        return None;
    }
    let command = request.without_batches();
    request.cluster.router.clear();
    lay(request.cluster);
    let router: &mut Engine = &mut request.cluster.router;
    let reply = router.run_command(&command);
    let has_cursor = is_ok(&reply) && RawDoc::new(&reply).get("cursor").is_some();
    let found = has_cursor.then(|| all(router, "config", &command));
    router.clear();
    Some(match found {
        Some(Ok(found)) => request.cursor_reply(name, found),
        Some(Err(reply)) => reply,
        None => reply,
    })
}

/// Lays the metadata out as collections of the router's.
fn lay(cluster: &mut Cluster) {
    for name in COLLECTIONS {
        let documents = match *name {
            "changelog" => changelog(cluster),
            "chunks" => chunks(cluster),
            "collections" => collections(cluster),
            "databases" => databases(cluster),
            "mongos" => vec![router(cluster)],
            "settings" => vec![settings(cluster)],
            "shards" => shards(cluster),
            "version" => vec![version()],
            _ => Vec::new(),
        };
        cluster.router.lay("config", name, documents);
    }
}

fn made(fill: impl FnOnce(&mut DocBuilder)) -> Vec<u8> {
    let mut out = DocBuilder::new();
    fill(&mut out);
    out.finish()
}

fn uuid(bytes: [u8; 16]) -> Value<'static> {
    Value::Binary { subtype: 4, bytes: bytes.to_vec().into() }
}

/// Where a shard would be, if it were on the network.
pub(crate) fn host(cluster: &Cluster, shard: usize) -> String {
    format!("{}/localhost:{}", cluster.config.shards[shard], 27018 + shard)
}

fn shards(cluster: &Cluster) -> Vec<Vec<u8>> {
    let shard = |(number, name): (usize, &String)| {
        made(|out| {
            out.append_str("_id", name).append_str("host", &host(cluster, number)).append_i32("state", 1);
        })
    };
    cluster.config.shards.iter().enumerate().map(shard).collect()
}

fn databases(cluster: &Cluster) -> Vec<Vec<u8>> {
    let database = |(name, primary): (&String, &usize)| {
        made(|out| {
            out.append_str("_id", name).append_str("primary", &cluster.config.shards[*primary]);
            out.append_bool("partitioned", false);
        })
    };
    cluster.config.databases.iter().map(database).collect()
}

fn collections(cluster: &Cluster) -> Vec<Vec<u8>> {
    let collection = |(namespace, sharded): (&String, &std::rc::Rc<Sharded>)| {
        made(|out| {
            out.append_str("_id", namespace).append("uuid", &uuid(sharded.uuid));
            out.append_doc("key", sharded.key.doc()).append_bool("unique", sharded.unique);
            out.append_date("lastmodDate", sharded.since).append_bool("noBalance", sharded.unbalanced);
        })
    };
    cluster.config.collections.iter().map(collection).collect()
}

/// Each chunk with the number of its documents, which a cluster does not keep there.
fn chunks(cluster: &Cluster) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for (namespace, sharded) in &cluster.config.collections {
        for (at, chunk) in sharded.chunks.iter().enumerate() {
            let count = cluster.keys_of(namespace, at).len() as u64;
            all.push(made(|out| {
                let id = format!("{namespace}-{at}");
                out.append_str("_id", &id).append("uuid", &uuid(sharded.uuid)).append_str("ns", namespace);
                out.append_doc("min", chunk.min.doc()).append_doc("max", chunk.max.doc());
                out.append_str("shard", &cluster.config.shards[chunk.shard]);
                if chunk.jumbo {
                    out.append_bool("jumbo", true);
                }
                out.append_count("documents", count);
            }));
        }
    }
    all
}

fn changelog(cluster: &Cluster) -> Vec<Vec<u8>> {
    let change = |(number, change): (usize, &Vec<u8>)| {
        made(|out| {
            out.append_count("_id", number as u64).append_all(RawDoc::new(change));
        })
    };
    cluster.config.changes.iter().enumerate().map(change).collect()
}

fn settings(cluster: &Cluster) -> Vec<u8> {
    let stopped = cluster.config.stopped;
    made(|out| {
        out.append_str("_id", "balancer").append_str("mode", if stopped { "off" } else { "full" });
        out.append_bool("stopped", stopped);
    })
}

fn router(cluster: &Cluster) -> Vec<u8> {
    made(|out| {
        out.append_str("_id", "localhost:27017").append_str("mongoVersion", "8.0.0");
        out.append_date("ping", cluster.now());
    })
}

fn version() -> Vec<u8> {
    made(|out| {
        out.append_i32("_id", 1);
    })
}
