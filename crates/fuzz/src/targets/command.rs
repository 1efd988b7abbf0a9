//! Invariant: any command gets a valid reply, and the data stays consistent.

use bson::{Bson, doc};

use crate::{Server, Source};

/// # Panics
/// A reply is malformed, or an index doesn't match its collection.
pub fn run(bytes: &[u8]) {
    let mut server = Server::default();
    server.store("c", [doc! { "a": 1, "b": [1, { "a": 2 }] }, doc! { "a": [3, 1], "b": { "a": "x" } }]);
    server.run(doc! { "createIndexes": "c", "indexes": [{ "key": { "a": 1, "b.a": -1 }, "name": "i" }] });
    let mut source = Source::new(bytes);
    if source.byte() == 0 {
        server.run_bytes(source.rest());
    } else {
        for _ in 0..3 {
            let command = made(&mut source);
            server.run(command);
        }
    }
    server.assert_valid();
}

/// Returns a command on the collection `c`.
pub(super) fn made(source: &mut Source<'_>) -> bson::Document {
    match source.below(12) {
        0 => {
            doc! { "find": "c", "filter": source.filter(2), "sort": { source.path(): 1 }, "projection": source.document(1) }
        }
        1 => {
            doc! { "update": "c", "updates": [{ "q": source.filter(1), "u": source.update(), "multi": true, "upsert": source.below(2) == 1 }] }
        }
        2 => doc! { "delete": "c", "deletes": [{ "q": source.filter(1), "limit": source.below(2) as i32 }] },
        3 => doc! { "aggregate": "c", "pipeline": source.pipeline(1), "cursor": {} },
        4 => doc! { "findAndModify": "c", "query": source.filter(1), "update": source.update(), "new": true },
        5 => {
            doc! { "insert": "c", "documents": [source.document(2), source.document(2)], "ordered": source.below(2) == 1 }
        }
        6 => {
            doc! { "createIndexes": "c", "indexes": [{ "key": source.document(0), "name": "n", source.pick(&["unique", "sparse", "partialFilterExpression", "expireAfterSeconds", "wildcardProjection", "collation"]): source.value(2) }] }
        }
        7 => doc! { "distinct": "c", "key": source.path(), "query": source.filter(1) },
        8 => {
            doc! { "collMod": "c", source.pick(&["validator", "validationLevel", "index", "viewOn"]): source.value(2) }
        }
        9 => {
            doc! { "explain": { "find": "c", "filter": source.filter(2), "sort": { source.path(): -1 } }, "verbosity": "executionStats" }
        }
        10 => {
            doc! { "create": source.pick(&["d", "c", ""]), source.pick(&["capped", "validator", "viewOn", "size", "pipeline", "collation", "max"]): source.value(2) }
        }
        _ => {
            let name = source.name("command");
            let first = if source.below(4) == 0 { source.value(1) } else { Bson::String("c".into()) };
            let mut command = doc! { name: first };
            command.extend(source.document(2));
            command
        }
    }
}
