//! Tests that a cluster replies like a single server with all documents, for any shard key, splits and
//! moves.

use bson::{Bson, Document, doc};
use cluster::{Cluster, ClusterOptions};
use engine::{Engine, EngineOptions};
use proptest::prelude::*;

/// A cluster or a single server.
trait Server {
    fn answer(&mut self, command: &[u8]) -> Vec<u8>;
}

impl Server for Cluster {
    fn answer(&mut self, command: &[u8]) -> Vec<u8> {
        self.run_command(command)
    }
}

impl Server for Engine {
    fn answer(&mut self, command: &[u8]) -> Vec<u8> {
        self.run_command(command)
    }
}

fn run(server: &mut dyn Server, database: &str, mut command: Document) -> Document {
    command.insert("$db", database);
    let reply = server.answer(&command.to_vec().expect("encodable"));
    Document::from_reader(reply.as_slice()).expect("a document")
}

/// Returns the documents of the collection in `_id` order.
fn all(server: &mut dyn Server) -> Bson {
    let reply = run(server, "test", doc! { "find": "c", "sort": { "_id": 1 }, "batchSize": 10_000 });
    reply.get_document("cursor").expect("a cursor").get("firstBatch").expect("a batch").clone()
}

fn value() -> BoxedStrategy<Bson> {
    prop_oneof![
        8 => (-5_i32..20).prop_map(Bson::Int32),
        2 => (-5_i32..20).prop_map(|n| Bson::Double(f64::from(n) + 0.5)),
        3 => "[a-d]{0,2}".prop_map(Bson::String),
        1 => Just(Bson::Null),
        1 => any::<bool>().prop_map(Bson::Boolean),
        1 => (0_i32..3).prop_map(|n| Bson::Document(doc! { "x": n })),
    ]
    .boxed()
}

fn fields() -> BoxedStrategy<Document> {
    let some = || proptest::option::weighted(0.9, value());
    (some(), some(), some())
        .prop_map(|(a, b, c)| {
            let mut document = Document::new();
            for (name, value) in [("a", a), ("b", b), ("c", c)] {
                if let Some(value) = value {
                    document.insert(name, value);
                }
            }
            document
        })
        .boxed()
}

fn condition() -> BoxedStrategy<Document> {
    let operator =
        prop_oneof![Just("$eq"), Just("$ne"), Just("$gt"), Just("$gte"), Just("$lt"), Just("$lte")];
    let name = || prop_oneof![Just("a"), Just("b"), Just("c")];
    let simple =
        (name(), operator, value()).prop_map(|(name, operator, value)| doc! { name: { operator: value } });
    let list = (name(), proptest::collection::vec(value(), 0..4))
        .prop_map(|(name, values)| doc! { name: { "$in": values } });
    let present = (name(), any::<bool>()).prop_map(|(name, is)| doc! { name: { "$exists": is } });
    prop_oneof![6 => simple, 2 => list, 1 => present].boxed()
}

fn filter() -> BoxedStrategy<Document> {
    let many = || proptest::collection::vec(condition(), 1..3);
    prop_oneof![
        1 => Just(doc! {}),
        4 => condition(),
        3 => many().prop_map(|all| doc! { "$and": all }),
        2 => many().prop_map(|all| doc! { "$or": all }),
        2 => (condition(), many()).prop_map(|(one, all)| doc! { "$and": [one, { "$or": all }] }),
    ]
    .boxed()
}

fn key() -> BoxedStrategy<Document> {
    prop_oneof![
        Just(doc! { "a": 1 }),
        Just(doc! { "a": "hashed" }),
        Just(doc! { "a": 1, "b": 1 }),
        Just(doc! { "a": 1, "b": "hashed" }),
        Just(doc! { "b": "hashed", "a": 1 }),
        Just(doc! { "_id": 1 }),
        Just(doc! { "_id": "hashed" }),
        Just(doc! { "b.x": 1, "_id": 1 }),
    ]
    .boxed()
}

/// Generates a command that reads, or writes all matches: of several matches, a cluster may write another one.
fn command() -> BoxedStrategy<Document> {
    prop_oneof![
        4 => filter().prop_map(|filter| doc! { "find": "c", "filter": filter, "sort": { "a": 1, "_id": 1 }, "batchSize": 10_000 }),
        2 => (filter(), 0_i32..9, 1_i32..9).prop_map(|(filter, skip, limit)| {
            doc! { "find": "c", "filter": filter, "sort": { "b": -1, "_id": 1 }, "skip": skip, "limit": limit, "projection": { "b": 1 } }
        }),
        1 => filter().prop_map(|filter| doc! { "count": "c", "query": filter, "skip": 2, "limit": 11 }),
        1 => filter().prop_map(|filter| doc! { "aggregate": "c", "cursor": { "batchSize": 10_000 }, "pipeline": [
            { "$match": filter }, { "$group": { "_id": "$a", "n": { "$sum": 1 }, "least": { "$min": "$_id" } } }, { "$sort": { "least": 1 } },
        ] }),
        1 => filter().prop_map(|filter| doc! { "aggregate": "c", "cursor": { "batchSize": 10_000 }, "pipeline": [
            { "$match": filter },
            { "$lookup": { "from": "c", "localField": "b", "foreignField": "a", "as": "others", "pipeline": [{ "$sort": { "_id": 1 } }] } },
            { "$sort": { "_id": 1 } },
        ] }),
        2 => (filter(), value()).prop_map(|(filter, value)| doc! { "update": "c", "updates": [
            { "q": filter, "u": { "$set": { "c": value } }, "multi": true },
        ] }),
        2 => (0_i32..90, value()).prop_map(|(id, value)| doc! { "update": "c", "updates": [
            { "q": { "_id": id }, "u": { "$set": { "a": value } }, "upsert": true },
        ] }),
        2 => (0_i32..60, fields()).prop_map(|(id, fields)| doc! { "update": "c", "updates": [{ "q": { "_id": id }, "u": fields }] }),
        1 => filter().prop_map(|filter| doc! { "delete": "c", "deletes": [{ "q": { "$and": [filter, { "_id": { "$lt": 9 } }] }, "limit": 0 }] }),
        1 => (0_i32..60).prop_map(|id| doc! { "findAndModify": "c", "query": { "_id": id }, "update": { "$inc": { "d": 1 } }, "new": true }),
    ]
    .boxed()
}

/// Returns the fields of a reply to compare.
fn comparable_fields(reply: &Document) -> Document {
    let mut comparable_fields = Document::new();
    for name in ["ok", "code", "n", "nModified", "value"] {
        if let Some(value) = reply.get(name) {
            comparable_fields.insert(name, value.clone());
        }
    }
    let cursor = reply.get_document("cursor").ok();
    if let Some(batch) = cursor.and_then(|cursor| cursor.get("firstBatch")) {
        comparable_fields.insert("batch", batch.clone());
    }
    let errors = reply.get_array("writeErrors").map_or(0, Vec::len);
    comparable_fields.insert("errors", errors as i32);
    comparable_fields.insert("upserted", reply.get_array("upserted").map_or(0, Vec::len) as i32);
    comparable_fields
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn answers_are_those_of_one_server(
        key in key(),
        shards in 1_usize..5,
        chunk_limit in 2_u64..12,
        documents in proptest::collection::vec(fields(), 0..60),
        commands in proptest::collection::vec(command(), 1..12),
    ) {
        let mut one = Engine::new(EngineOptions::default());
        let mut many = Cluster::new(ClusterOptions { shards, chunk_limit, ..ClusterOptions::default() });
        let sharded = run(&mut many, "admin", doc! { "shardCollection": "test.c", "key": key.clone() });
        prop_assert_eq!(sharded.get_f64("ok").ok(), Some(1.0), "{}", sharded);
        for (id, mut document) in documents.into_iter().enumerate() {
            document.insert("_id", id as i32);
            let insert = doc! { "insert": "c", "documents": [document] };
            let expected = comparable_fields(&run(&mut one, "test", insert.clone()));
            prop_assert_eq!(comparable_fields(&run(&mut many, "test", insert)), expected);
        }
        for command in commands {
            let expected = comparable_fields(&run(&mut one, "test", command.clone()));
            let given = comparable_fields(&run(&mut many, "test", command.clone()));
            prop_assert_eq!(&given, &expected, "{} with key {}", command, key);
            prop_assert_eq!(all(&mut many), all(&mut one), "after {} with key {}", command, key);
        }
    }
}
