//! Tests of a cluster's replies and costs.

use bson::{Bson, Document, doc};

use crate::Cluster;
use crate::testing::{cluster, ok, run};

fn shard(cluster: &mut Cluster, namespace: &str, key: Document) {
    ok(cluster, "admin", doc! { "shardCollection": namespace, "key": key });
}

fn insert(cluster: &mut Cluster, name: &str, documents: impl IntoIterator<Item = Document>) {
    let documents: Vec<_> = documents.into_iter().collect();
    let count = documents.len();
    let reply = ok(cluster, "lib", doc! { "insert": name, "documents": documents });
    assert_eq!(reply.get("n").and_then(number), Some(count as i64), "{reply}");
}

fn number(value: &Bson) -> Option<i64> {
    value.as_i64().or(value.as_i32().map(i64::from)).or(value.as_f64().map(|number| number as i64))
}

fn batch(reply: &Document) -> Vec<Document> {
    let cursor = reply.get_document("cursor").expect("a cursor");
    let batch = cursor.get_array("firstBatch").or(cursor.get_array("nextBatch")).expect("a batch");
    batch.iter().map(|one| one.as_document().expect("a document").clone()).collect()
}

fn find(cluster: &mut Cluster, command: Document) -> Vec<Document> {
    let reply = ok(cluster, "lib", command);
    batch(&reply)
}

/// Returns a collection's chunks: bounds of the first field, and the shard.
fn chunks(cluster: &mut Cluster, namespace: &str) -> Vec<(Bson, Bson, String)> {
    let reply =
        ok(cluster, "config", doc! { "find": "chunks", "filter": { "ns": namespace }, "batchSize": 1000 });
    let first = |chunk: &Document, end: &str| {
        let bound = chunk.get_document(end).expect("a bound");
        bound.values().next().expect("a field").clone()
    };
    let chunks = batch(&reply);
    let shard = |chunk: &Document| chunk.get_str("shard").expect("a shard").to_owned();
    chunks.iter().map(|chunk| (first(chunk, "min"), first(chunk, "max"), shard(chunk))).collect()
}

/// Returns the shards that the last command contacted.
fn contacted(cluster: &mut Cluster) -> Vec<String> {
    let reply = ok(cluster, "admin", doc! { "dojoProfile": 1 });
    let last = reply.get_array("entries").expect("entries").last().expect("an entry").as_document();
    let names = last.and_then(|last| last.get_array("shardNames").ok()).expect("names");
    names.iter().map(|name| name.as_str().expect("a name").to_owned()).collect()
}

#[test]
fn unsharded_collections_are_on_one_shard() {
    let mut cluster = cluster(3, 10);
    insert(&mut cluster, "books", (0..50).map(|id| doc! { "_id": id }));
    assert_eq!(contacted(&mut cluster).len(), 1);
    let reply = ok(&mut cluster, "lib", doc! { "count": "books" });
    assert_eq!(reply.get("n").and_then(number), Some(50));
    assert_eq!(contacted(&mut cluster).len(), 1);
}

#[test]
fn full_chunks_are_split_and_balanced() {
    let mut cluster = cluster(4, 10);
    shard(&mut cluster, "lib.books", doc! { "_id": 1 });
    for id in 0..200 {
        insert(&mut cluster, "books", [doc! { "_id": id }]);
    }
    let chunks = chunks(&mut cluster, "lib.books");
    assert!(chunks.len() >= 20, "{chunks:?}");
    for name in ["shard1", "shard2", "shard3", "shard4"] {
        let own = chunks.iter().filter(|(_, _, shard)| shard == name).count();
        assert!(own.abs_diff(chunks.len() / 4) <= 1, "{name} has {own} of {}", chunks.len());
    }
    let all = find(&mut cluster, doc! { "find": "books", "sort": { "_id": -1 }, "batchSize": 1000 });
    let ids: Vec<_> = all.iter().filter_map(|book| book.get("_id").and_then(number)).collect();
    assert_eq!(ids, (0..200).rev().collect::<Vec<_>>());
}

#[test]
fn filters_on_the_key_target_the_shards_of_their_range() {
    let mut cluster = cluster(4, 10);
    shard(&mut cluster, "lib.books", doc! { "publisher": 1, "_id": 1 });
    insert(&mut cluster, "books", (0..400).map(|id| doc! { "_id": id, "publisher": id % 20, "pages": id }));
    let count = |cluster: &mut Cluster, filter: Document| {
        let found = find(cluster, doc! { "find": "books", "filter": filter, "batchSize": 1000 });
        (found.len(), contacted(cluster).len())
    };
    for id in 0..400 {
        assert_eq!(count(&mut cluster, doc! { "publisher": id % 20, "_id": id }), (1, 1), "{id}");
    }
    let (found, shards) = count(&mut cluster, doc! { "publisher": 3 });
    assert!(found == 20 && shards <= 3, "{found} on {shards}");
    assert_eq!(count(&mut cluster, doc! { "_id": 23 }), (1, 4), "the end of a key targets nothing");
    assert_eq!(count(&mut cluster, doc! {}), (400, 4));
    let (found, shards) =
        count(&mut cluster, doc! { "$or": [{ "publisher": 0, "_id": 0 }, { "publisher": 1, "_id": 1 }] });
    assert!(found == 2 && shards <= 2, "{found} on {shards}");
    assert_eq!(count(&mut cluster, doc! { "publisher": { "$in": [] } }), (0, 1));
}

#[test]
fn hashed_keys_spread_inserts_and_scatter_ranges() {
    let mut cluster = cluster(4, 25);
    shard(&mut cluster, "lib.books", doc! { "_id": "hashed" });
    assert_eq!(chunks(&mut cluster, "lib.books").len(), 4);
    insert(&mut cluster, "books", (0..400).map(|id| doc! { "_id": id }));
    let chunks = chunks(&mut cluster, "lib.books");
    assert!(chunks.len() > 12, "{}", chunks.len());
    find(&mut cluster, doc! { "find": "books", "filter": { "_id": 7 } });
    assert_eq!(contacted(&mut cluster).len(), 1);
    let found = find(&mut cluster, doc! { "find": "books", "filter": { "_id": { "$gte": 10, "$lt": 20 } } });
    assert_eq!((found.len(), contacted(&mut cluster).len()), (10, 4));
}

#[test]
fn pipelines_see_all_documents() {
    let mut cluster = cluster(3, 10);
    shard(&mut cluster, "lib.books", doc! { "_id": 1 });
    insert(&mut cluster, "books", (0..90).map(|id| doc! { "_id": id, "author": id % 3, "pages": 10 }));
    insert(&mut cluster, "authors", (0..3).map(|id| doc! { "_id": id, "name": format!("author {id}") }));
    let reply = ok(
        &mut cluster,
        "lib",
        doc! { "aggregate": "books", "cursor": {}, "pipeline": [
            { "$group": { "_id": "$author", "pages": { "$sum": "$pages" } } },
            { "$lookup": { "from": "authors", "localField": "_id", "foreignField": "_id", "as": "of" } },
            { "$sort": { "_id": 1 } },
        ] },
    );
    let groups = batch(&reply);
    assert_eq!(groups.len(), 3);
    assert_eq!(groups[1].get("pages").and_then(number), Some(300));
    assert_eq!(groups[1].get_array("of").expect("authors").len(), 1);
    assert_eq!(contacted(&mut cluster).len(), 3);
}

#[test]
fn cursors_of_router_and_shard() {
    let mut cluster = cluster(3, 10);
    shard(&mut cluster, "lib.books", doc! { "_id": 1 });
    insert(&mut cluster, "books", (0..60).map(|id| doc! { "_id": id }));
    insert(&mut cluster, "plain", (0..60).map(|id| doc! { "_id": id }));
    for name in ["books", "plain"] {
        let mut reply = ok(&mut cluster, "lib", doc! { "find": name, "batchSize": 7 });
        let mut found = batch(&reply).len();
        loop {
            let id = reply.get_document("cursor").and_then(|cursor| cursor.get_i64("id")).expect("an id");
            if id == 0 {
                break;
            }
            reply = ok(&mut cluster, "lib", doc! { "getMore": id, "collection": name, "batchSize": 7 });
            found += batch(&reply).len();
        }
        assert_eq!(found, 60, "{name}");
    }
}

#[test]
fn writes_go_where_documents_are() {
    let mut cluster = cluster(4, 5);
    shard(&mut cluster, "lib.books", doc! { "_id": 1 });
    insert(&mut cluster, "books", (0..100).map(|id| doc! { "_id": id, "n": 0, "tag": id % 10 }));
    let update = |cluster: &mut Cluster, statement: Document| {
        ok(cluster, "lib", doc! { "update": "books", "updates": [statement] })
    };
    let reply = update(&mut cluster, doc! { "q": { "_id": 7 }, "u": { "$inc": { "n": 1 } } });
    assert_eq!(reply.get("nModified").and_then(number), Some(1));
    assert_eq!(contacted(&mut cluster).len(), 1);
    let reply = update(&mut cluster, doc! { "q": { "tag": 3 }, "u": { "$inc": { "n": 1 } }, "multi": true });
    assert_eq!(reply.get("n").and_then(number), Some(10));
    assert_eq!(contacted(&mut cluster).len(), 4);
    let reply = update(&mut cluster, doc! { "q": { "tag": 4 }, "u": { "$inc": { "n": 1 } } });
    assert_eq!(reply.get("n").and_then(number), Some(1), "one of several");
    let reply =
        update(&mut cluster, doc! { "q": { "_id": 500 }, "u": { "$inc": { "n": 1 } }, "upsert": true });
    assert_eq!(reply.get_array("upserted").map(Vec::len).ok(), Some(1), "{reply}");
    let reply =
        update(&mut cluster, doc! { "q": { "tag": 99 }, "u": { "$set": { "n": 1 } }, "upsert": true });
    assert_eq!(reply.get_array("upserted").map(Vec::len).ok(), Some(1), "{reply}");
    let reply =
        ok(&mut cluster, "lib", doc! { "delete": "books", "deletes": [{ "q": { "tag": 5 }, "limit": 0 }] });
    assert_eq!(reply.get("n").and_then(number), Some(10));
    let reply =
        ok(&mut cluster, "lib", doc! { "delete": "books", "deletes": [{ "q": { "tag": 6 }, "limit": 1 }] });
    assert_eq!(reply.get("n").and_then(number), Some(1));
    let reply = ok(&mut cluster, "lib", doc! { "count": "books" });
    assert_eq!(reply.get("n").and_then(number), Some(91));
}

#[test]
fn changing_the_key_moves_the_document() {
    let mut cluster = cluster(2, 5);
    shard(&mut cluster, "lib.books", doc! { "place": 1 });
    insert(&mut cluster, "books", (0..40).map(|id| doc! { "_id": id, "place": id }));
    let before = chunks(&mut cluster, "lib.books");
    let (low, high) = (before.first().expect("a chunk").2.clone(), before.last().expect("a chunk").2.clone());
    ok(
        &mut cluster,
        "lib",
        doc! { "update": "books", "updates": [{ "q": { "_id": 0, "place": 0 }, "u": { "$set": { "place": 1000 } } }] },
    );
    let found = find(&mut cluster, doc! { "find": "books", "filter": { "place": 1000 } });
    assert_eq!(found.len(), 1, "from {low} to {high}");
    let many = run(
        &mut cluster,
        "lib",
        doc! { "update": "books", "updates": [{ "q": {}, "u": { "$set": { "place": 1 } }, "multi": true }] },
    );
    assert!(many.get_array("writeErrors").is_ok(), "{many}");
}

#[test]
fn find_and_modify_takes_the_first_of_all_shards() {
    let mut cluster = cluster(3, 5);
    shard(&mut cluster, "lib.jobs", doc! { "_id": "hashed" });
    insert(&mut cluster, "jobs", (0..50).map(|id| doc! { "_id": id, "at": 100 - id, "done": false }));
    let reply = ok(
        &mut cluster,
        "lib",
        doc! { "findAndModify": "jobs", "query": { "done": false }, "sort": { "at": 1 }, "update": { "$set": { "done": true } } },
    );
    let value = reply.get_document("value").expect("a document");
    assert_eq!(value.get("at").and_then(number), Some(51));
}

#[test]
fn unique_indexes_begin_with_the_key() {
    let mut cluster = cluster(2, 5);
    shard(&mut cluster, "lib.users", doc! { "country": 1 });
    let create = |key: Document| doc! { "createIndexes": "users", "indexes": [{ "key": key, "name": "one", "unique": true }] };
    let refused = run(&mut cluster, "lib", create(doc! { "email": 1 }));
    assert_eq!(refused.get("code").and_then(number), Some(67), "{refused}");
    ok(&mut cluster, "lib", create(doc! { "country": 1, "email": 1 }));
    insert(&mut cluster, "users", [doc! { "_id": 1, "country": "a", "email": "x" }]);
    let again = doc! { "insert": "users", "documents": [{ "_id": 2, "country": "a", "email": "x" }] };
    let reply = ok(&mut cluster, "lib", again);
    assert_eq!(reply.get_array("writeErrors").map(Vec::len).ok(), Some(1), "{reply}");
}

#[test]
fn unique_indexes_begin_with_the_fields_of_a_hashed_key() {
    let mut cluster = cluster(2, 5);
    shard(&mut cluster, "lib.chunks", doc! { "file": "hashed" });
    let create = |key: Document| {
        let index = doc! { "key": key, "name": "one", "unique": true };
        doc! { "createIndexes": "chunks", "indexes": [index] }
    };
    let refused = run(&mut cluster, "lib", create(doc! { "n": 1, "file": 1 }));
    assert_eq!(refused.get("code").and_then(number), Some(67), "{refused}");
    ok(&mut cluster, "lib", create(doc! { "file": 1, "n": 1 }));
}

#[test]
fn splitting_and_moving_by_hand() {
    let mut cluster = cluster(2, 1000);
    shard(&mut cluster, "lib.books", doc! { "_id": 1 });
    ok(&mut cluster, "admin", doc! { "balancerStop": 1 });
    insert(&mut cluster, "books", (0..100).map(|id| doc! { "_id": id }));
    ok(&mut cluster, "admin", doc! { "split": "lib.books", "middle": { "_id": 40 } });
    ok(&mut cluster, "admin", doc! { "split": "lib.books", "find": { "_id": 70 } });
    assert_eq!(chunks(&mut cluster, "lib.books").len(), 3);
    let home = chunks(&mut cluster, "lib.books")[0].2.clone();
    let other = if home == "shard1" { "shard2" } else { "shard1" };
    ok(&mut cluster, "admin", doc! { "moveChunk": "lib.books", "find": { "_id": 0 }, "to": other });
    assert_eq!(chunks(&mut cluster, "lib.books")[0].2, other);
    find(&mut cluster, doc! { "find": "books", "filter": { "_id": 3 } });
    assert_eq!(contacted(&mut cluster), [other]);
    let reply = ok(&mut cluster, "lib", doc! { "count": "books" });
    assert_eq!(reply.get("n").and_then(number), Some(100));
    let refused = run(&mut cluster, "admin", doc! { "split": "lib.books", "middle": { "_id": 40 } });
    assert_eq!(refused.get("code").and_then(number), Some(2), "{refused}");
}

#[test]
fn explain_shows_the_shards() {
    let mut cluster = cluster(3, 10);
    shard(&mut cluster, "lib.books", doc! { "_id": 1 });
    insert(&mut cluster, "books", (0..60).map(|id| doc! { "_id": id }));
    let stage = |cluster: &mut Cluster, inner: Document| {
        let reply = ok(cluster, "lib", doc! { "explain": inner, "verbosity": "executionStats" });
        let plan = reply.get_document("queryPlanner").and_then(|planner| planner.get_document("winningPlan"));
        let stats = reply.get_document("executionStats").expect("statistics");
        let plan = plan.expect("a plan");
        (plan.get_str("stage").expect("a stage").to_owned(), stats.get("nReturned").and_then(number))
    };
    assert_eq!(
        stage(&mut cluster, doc! { "find": "books", "filter": { "_id": 1 } }),
        ("SINGLE_SHARD".into(), Some(1))
    );
    assert_eq!(stage(&mut cluster, doc! { "find": "books" }), ("SHARD_MERGE".into(), Some(60)));
    let sorted = doc! { "find": "books", "sort": { "_id": -1 } };
    assert_eq!(stage(&mut cluster, sorted).0, "SHARD_MERGE_SORT");
}

#[test]
fn snapshots_and_dumps_restore_everything() {
    let mut cluster = cluster(3, 10);
    shard(&mut cluster, "lib.books", doc! { "_id": 1 });
    insert(&mut cluster, "books", (0..60).map(|id| doc! { "_id": id }));
    let (snapshot, dump) = (cluster.snapshot(), cluster.dump());
    let before = chunks(&mut cluster, "lib.books");
    insert(&mut cluster, "books", (60..120).map(|id| doc! { "_id": id }));
    cluster.restore(&snapshot);
    assert_eq!(chunks(&mut cluster, "lib.books"), before);
    let mut other = crate::testing::cluster(1, 10);
    other.load(&dump).expect("a dump");
    assert_eq!(chunks(&mut other, "lib.books"), before);
    assert_eq!(find(&mut other, doc! { "find": "books", "batchSize": 1000 }).len(), 60);
    assert!(other.load(&dump[..dump.len() - 1]).is_err());
}

/// Inserts 12,000 documents one by one into four shards with chunks of 250. Returns the number of migrations, the
/// number of documents moved, and the largest share of one shard in the last thousand inserts.
fn load(key: Document, id: impl Fn(i64) -> Bson) -> (usize, i64, f64) {
    let mut cluster = cluster(4, 250);
    shard(&mut cluster, "lib.images", key);
    if let Some(chunks) = cluster.sharded_mut("lib.images") {
        // Start with one chunk: hashed keys are pre-split otherwise.
        let first = chunks.chunks[0].clone();
        let last = chunks.key.last();
        chunks.chunks = vec![crate::chunk::Chunk { max: last, ..first }];
    }
    let mut last = std::collections::BTreeMap::new();
    for number in 0..12_000 {
        insert(&mut cluster, "images", [doc! { "_id": id(number) }]);
        if number >= 11_000 {
            for name in contacted_last(&mut cluster) {
                *last.entry(name).or_insert(0) += 1;
            }
        }
    }
    let reply = ok(
        &mut cluster,
        "config",
        doc! { "find": "changelog", "filter": { "what": "moveChunk.commit" }, "batchSize": 10_000 },
    );
    let moves = batch(&reply);
    let moved = moves.iter().filter_map(|one| {
        one.get_document("details").ok()?.get_document("counts").ok()?.get("cloned").and_then(number)
    });
    let moved = moved.sum();
    let hot = f64::from(last.values().copied().max().unwrap_or(0)) / 1000.0;
    (moves.len(), moved, hot)
}

fn contacted_last(cluster: &mut Cluster) -> Vec<String> {
    let names = contacted(cluster);
    ok(cluster, "admin", doc! { "dojoProfile": 1, "clear": true });
    names
}

#[test]
fn ascending_keys_are_hot_and_hashes_are_not() {
    let (migrations, moved, hot) = load(doc! { "_id": 1 }, Bson::Int64);
    assert_eq!((migrations, moved, hot), (71, 8_875, 1.0));
    let (migrations, _, hot) = load(doc! { "_id": "hashed" }, Bson::Int64);
    assert!(migrations < 40 && hot < 0.3, "{migrations} {hot}");
}

#[test]
fn every_command_of_an_engine_has_a_reply() {
    let mut cluster = cluster(2, 2);
    shard(&mut cluster, "lib.books", doc! { "author": 1 });
    insert(&mut cluster, "books", (0..9).map(|id| doc! { "_id": id, "author": format!("author {id}") }));
    for command in engine::command::commands() {
        let json: serde_json::Value = serde_json::from_str(command.example).expect("JSON");
        let Ok(Bson::Document(example)) = Bson::try_from(json) else { panic!("{}", command.name) };
        let database = if command.admin { "admin" } else { "lib" };
        let reply = run(&mut cluster, database, example);
        assert!(reply.get_f64("ok").is_ok(), "{} gives {reply}", command.name);
        if reply.get_f64("ok").is_ok_and(|ok| ok == 0.0) {
            assert!(
                reply.get_str("errmsg").is_ok_and(|text| !text.is_empty()),
                "{} gives {reply}",
                command.name
            );
        }
    }
}
