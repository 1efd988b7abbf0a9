//! The database `config` of a router
//! (<https://www.mongodb.com/docs/manual/reference/config-database/>).

use engine::Error;
use engine::value::{DocBuilder, RawDoc, RawValue, Value};

use crate::cluster::Cluster;
use crate::command::{Failure, Request};
use crate::config::Sharded;
use crate::reply::{drained, success};

/// Computes a collection's documents from the metadata.
type Make = fn(&Cluster) -> Vec<Vec<u8>>;

/// The collections computed from the metadata.
const COLLECTIONS: &[(&str, Make)] = &[
    ("changelog", changelog),
    ("chunks", chunks),
    ("collections", collections),
    ("databases", databases),
    ("mongos", |cluster| vec![router(cluster)]),
    ("settings", |cluster| vec![settings(cluster)]),
    ("shards", shards),
    ("tags", |_| Vec::new()),
    ("version", |_| vec![version()]),
];

/// Executes a command on a collection computed from the metadata; `None` for other commands.
pub(crate) fn answer(request: &mut Request<'_>) -> Option<Result<Vec<u8>, Failure>> {
    let name = request.body.first()?.value.as_str()?;
    if request.database != "config" || COLLECTIONS.iter().all(|(known, _)| *known != name) {
        return None;
    }
    match request.name() {
        "find" | "aggregate" | "count" | "distinct" => Some(read(request, name)),
        "update" => change(request, name),
        _ => None,
    }
}

fn read(request: &mut Request<'_>, name: &str) -> Result<Vec<u8>, Failure> {
    let command = request.without_batches();
    request.cluster.router.clear();
    // A pipeline may read further collections. Otherwise only the named one is written: there may be many chunks.
    let only = (request.name() != "aggregate").then_some(name);
    write_config(request.cluster, only);
    let router = &mut request.cluster.router;
    let reply = router.run_command(&command);
    let has_cursor = RawDoc::new(&reply).get("cursor").is_some();
    let found = if has_cursor { Ok(drained(router, "config", reply)) } else { Err(reply) };
    router.clear();
    match found {
        Ok(found) => Ok(request.cursor_reply(name, found?)),
        // A reply without a cursor, or an error.
        Err(reply) => Ok(reply),
    }
}

/// Executes an update of the metadata. The only one allowed switches balancing of a collection
/// (<https://www.mongodb.com/docs/manual/tutorial/manage-sharded-cluster-balancer/#disable-balancing-on-a-collection>).
/// `None` for a malformed command, whose error the engine reports.
fn change(request: &mut Request<'_>, name: &str) -> Option<Result<Vec<u8>, Failure>> {
    let updates = request.body.get("updates").and_then(RawValue::as_array)?;
    let changes: Option<Vec<_>> = updates.values().map(balancing).collect();
    let Some(changes) = changes.filter(|_| name == "collections") else {
        let text = "An update of a cluster's metadata other than noBalance";
        return Some(Err(Error::not_supported(text).into()));
    };
    let (mut matched, mut modified) = (0, 0);
    for (namespace, off) in changes {
        let Some(sharded) = request.cluster.sharded_mut(namespace) else { continue };
        matched += 1;
        modified += u64::from(sharded.unbalanced != off);
        sharded.unbalanced = off;
    }
    Some(Ok(success(|out| {
        out.append_count("n", matched).append_count("nModified", modified);
    })))
}

/// Parses `{ q: { _id: … }, u: { $set: { noBalance: … } } }` into namespace and flag; `None` for any other statement.
fn balancing(statement: RawValue<'_>) -> Option<(&str, bool)> {
    let statement = statement.as_document()?;
    let (filter, update) = (statement.get("q")?.as_document()?, statement.get("u")?.as_document()?);
    let set = update.get("$set")?.as_document()?;
    let alone = [filter, update, set].iter().all(|doc| doc.iter().count() == 1);
    let off = set.get("noBalance")?.as_bool()?;
    alone.then_some((filter.get("_id")?.as_str()?, off))
}

/// Writes the metadata into the router's `config` collections: all of them, or only one.
fn write_config(cluster: &mut Cluster, only: Option<&str>) {
    for (name, make) in COLLECTIONS.iter().filter(|(name, _)| only.is_none_or(|only| only == *name)) {
        let documents = make(cluster);
        cluster.router.replace_collection("config", name, documents);
    }
}

fn build_document(fill: impl FnOnce(&mut DocBuilder)) -> Vec<u8> {
    let mut out = DocBuilder::new();
    fill(&mut out);
    out.finish()
}

/// Returns a shard's fictitious network address.
pub(crate) fn host(cluster: &Cluster, shard: usize) -> String {
    format!("{}/localhost:{}", cluster.config.shards[shard], 27018 + shard)
}

/// Returns the shards as in `config.shards` and `listShards`.
pub(crate) fn shards(cluster: &Cluster) -> Vec<Vec<u8>> {
    let shard = |(number, name): (usize, &String)| {
        build_document(|out| {
            out.append_str("_id", name).append_str("host", &host(cluster, number)).append_i32("state", 1);
        })
    };
    cluster.config.shards.iter().enumerate().map(shard).collect()
}

fn databases(cluster: &Cluster) -> Vec<Vec<u8>> {
    let database = |(name, primary): (&String, &usize)| {
        build_document(|out| {
            out.append_str("_id", name).append_str("primary", &cluster.config.shards[*primary]);
            out.append_bool("partitioned", false);
        })
    };
    cluster.config.databases.iter().map(database).collect()
}

fn collections(cluster: &Cluster) -> Vec<Vec<u8>> {
    let collection = |(namespace, sharded): (&String, &std::rc::Rc<Sharded>)| {
        build_document(|out| {
            out.append_str("_id", namespace).append("uuid", &Value::uuid(sharded.uuid));
            out.append_doc("key", sharded.key.doc()).append_bool("unique", sharded.unique);
            out.append_date("lastmodDate", sharded.since).append_bool("noBalance", sharded.unbalanced);
        })
    };
    cluster.config.collections.iter().map(collection).collect()
}

/// Returns the chunks with their numbers of documents, which a real cluster doesn't include.
fn chunks(cluster: &Cluster) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for (namespace, sharded) in &cluster.config.collections {
        let counts = counts(cluster, namespace, sharded);
        for (at, (chunk, count)) in sharded.chunks.iter().zip(counts).enumerate() {
            all.push(build_document(|out| {
                let id = format!("{namespace}-{at}");
                out.append_str("_id", &id)
                    .append("uuid", &Value::uuid(sharded.uuid))
                    .append_str("ns", namespace);
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

/// Counts the documents in each chunk, in one pass over the documents.
fn counts(cluster: &Cluster, namespace: &str, sharded: &Sharded) -> Vec<u64> {
    let mut counts = vec![0; sharded.chunks.len()];
    for shard in sharded.shards() {
        for (key, _) in cluster.keyed(shard, namespace, sharded) {
            counts[sharded.chunk_of(&key.bytes)] += 1;
        }
    }
    counts
}

fn changelog(cluster: &Cluster) -> Vec<Vec<u8>> {
    let change = |(number, change): (usize, &Vec<u8>)| {
        build_document(|out| {
            out.append_count("_id", number as u64).append_all(RawDoc::new(change));
        })
    };
    cluster.config.changes.iter().enumerate().map(change).collect()
}

fn settings(cluster: &Cluster) -> Vec<u8> {
    let stopped = cluster.config.stopped;
    build_document(|out| {
        out.append_str("_id", "balancer").append_str("mode", if stopped { "off" } else { "full" });
        out.append_bool("stopped", stopped);
    })
}

fn router(cluster: &Cluster) -> Vec<u8> {
    build_document(|out| {
        out.append_str("_id", "localhost:27017").append_str("mongoVersion", "8.0.0");
        out.append_date("ping", cluster.now());
    })
}

fn version() -> Vec<u8> {
    build_document(|out| {
        out.append_i32("_id", 1);
    })
}

#[cfg(test)]
mod tests {
    use bson::doc;

    use crate::testing::{cluster, ok, run};

    #[test]
    fn balancing_of_a_collection_is_switched_off_and_on() {
        let mut cluster = cluster(2, 4);
        ok(&mut cluster, "admin", doc! { "shardCollection": "lib.books", "key": { "_id": 1 } });
        let switch = |off: bool| {
            let update = doc! { "q": { "_id": "lib.books" }, "u": { "$set": { "noBalance": off } } };
            doc! { "update": "collections", "updates": [update] }
        };
        let reply = ok(&mut cluster, "config", switch(true));
        assert_eq!((reply.get_i32("n").ok(), reply.get_i32("nModified").ok()), (Some(1), Some(1)), "{reply}");
        let documents: Vec<_> = (0..20).map(|id| doc! { "_id": id }).collect();
        ok(&mut cluster, "lib", doc! { "insert": "books", "documents": documents });
        let on_second = doc! { "count": "chunks", "query": { "shard": "shard2" } };
        assert_eq!(ok(&mut cluster, "config", on_second.clone()).get_i32("n").ok(), Some(0));
        ok(&mut cluster, "config", switch(false));
        assert!(ok(&mut cluster, "config", on_second).get_i32("n").is_ok_and(|count| count > 1));
    }

    #[test]
    fn other_metadata_is_not_written() {
        let mut cluster = cluster(2, 4);
        for update in [
            doc! { "q": { "_id": "balancer" }, "u": { "$set": { "stopped": true } } },
            doc! { "q": {}, "u": { "$set": { "noBalance": true } } },
            doc! { "q": { "_id": "lib.books" }, "u": [{ "$set": { "noBalance": true } }] },
        ] {
            for name in ["settings", "collections"] {
                let command = doc! { "update": name, "updates": [update.clone()] };
                let reply = run(&mut cluster, "config", command);
                assert_eq!(reply.get_i32("code").ok(), Some(238), "{reply}");
            }
        }
    }
}
