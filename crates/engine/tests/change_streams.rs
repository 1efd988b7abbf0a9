//! The events of change streams, their order, and resuming.

mod common;

use ::engine::Engine;
use bson::{Bson, Document, Timestamp, doc};
use common::stream::{Stream, code, command, engine, insert, ok, run, types, update};

#[test]
fn documents() {
    let mut engine = engine();
    let mut stream = Stream::open(&mut engine, "c", doc! {});
    assert!(stream.events(&mut engine).is_empty());
    insert(&mut engine, doc! { "_id": 1, "a": 1 });
    update(&mut engine, 1, doc! { "$set": { "a": 2 }, "$unset": { "b": "" } });
    update(&mut engine, 1, doc! { "$set": { "a": 2 } });
    update(&mut engine, 1, doc! { "b": 3 });
    ok(&mut engine, doc! { "delete": "c", "deletes": [{ "q": {}, "limit": 0 }] });
    let events = stream.events(&mut engine);
    assert_eq!(types(&events), ["insert", "update", "replace", "delete"]);
    let names: Vec<_> = events[0].keys().map(String::as_str).collect();
    assert_eq!(
        names,
        ["_id", "operationType", "clusterTime", "wallTime", "fullDocument", "ns", "documentKey"]
    );
    assert_eq!(*events[0].get_document("fullDocument").unwrap(), doc! { "_id": 1, "a": 1 });
    assert_eq!(*events[0].get_document("ns").unwrap(), doc! { "db": "test", "coll": "c" });
    assert_eq!(*events[1].get_document("documentKey").unwrap(), doc! { "_id": 1 });
    assert_eq!(
        *events[1].get_document("updateDescription").unwrap(),
        doc! { "updatedFields": { "a": 2 }, "removedFields": [], "truncatedArrays": [] }
    );
    assert_eq!(*events[2].get_document("fullDocument").unwrap(), doc! { "_id": 1, "b": 3 });
    let names: Vec<_> = events[3].keys().map(String::as_str).collect();
    assert_eq!(names, ["_id", "operationType", "clusterTime", "wallTime", "ns", "documentKey"]);
    // Tokens and times increase.
    for pair in events.windows(2) {
        let data = |event: &Document| event.get_document("_id").unwrap().get_str("_data").unwrap().to_owned();
        assert!(data(&pair[0]) < data(&pair[1]));
        let time = |event: &Document| event.get_timestamp("clusterTime").unwrap();
        assert!(time(&pair[0]) < time(&pair[1]));
    }
    assert!(stream.events(&mut engine).is_empty());
    assert_ne!(stream.id, 0);
    ok(&mut engine, doc! { "killCursors": "c", "cursors": [stream.id] });
    assert_eq!(stream.reply(&mut engine).get_i32("code").unwrap(), 43);
}

#[test]
fn full_documents() {
    let mut engine = engine();
    insert(&mut engine, doc! { "_id": 1, "n": 0 });
    let open = |engine: &mut Engine, kind: &str| Stream::open(engine, "c", doc! { "fullDocument": kind });
    let mut lookup = open(&mut engine, "updateLookup");
    let mut available = open(&mut engine, "whenAvailable");
    let required = open(&mut engine, "required");
    update(&mut engine, 1, doc! { "$inc": { "n": 1 } });
    update(&mut engine, 1, doc! { "$inc": { "n": 1 } });
    let full = |events: Vec<Document>| -> Vec<Bson> {
        events.iter().map(|event| event.get("fullDocument").unwrap().clone()).collect()
    };
    let now = Bson::from(doc! { "_id": 1, "n": 2 });
    let looked_up = lookup.events(&mut engine);
    let names = [
        "_id",
        "operationType",
        "clusterTime",
        "wallTime",
        "fullDocument",
        "ns",
        "documentKey",
        "updateDescription",
    ];
    assert!(looked_up.iter().all(|event| event.keys().eq(names)), "{looked_up:?}");
    assert_eq!(full(looked_up), [now.clone(), now]);
    assert_eq!(full(available.events(&mut engine)), [Bson::Null, Bson::Null]);
    assert_eq!(required.reply(&mut engine).get_i32("code").unwrap(), 47);
    // The stream is closed.
    assert_eq!(required.reply(&mut engine).get_i32("code").unwrap(), 43);
    let images = doc! { "collMod": "c", "changeStreamPreAndPostImages": { "enabled": true } };
    ok(&mut engine, images);
    let both = doc! { "fullDocument": "required", "fullDocumentBeforeChange": "required" };
    let mut stream = Stream::open(&mut engine, "c", both);
    update(&mut engine, 1, doc! { "$inc": { "n": 1 } });
    update(&mut engine, 1, doc! { "n": 7 });
    ok(&mut engine, doc! { "delete": "c", "deletes": [{ "q": { "_id": 1 }, "limit": 1 }] });
    let events = stream.events(&mut engine);
    assert_eq!(types(&events), ["update", "replace", "delete"]);
    assert_eq!(events[0].get_document("fullDocument").unwrap().get_i32("n").unwrap(), 3);
    for (event, n) in events.iter().zip([2, 3, 7]) {
        assert_eq!(event.get_document("fullDocumentBeforeChange").unwrap().get_i32("n").unwrap(), n);
    }
    assert!(!events[2].contains_key("fullDocument"));
    // A deleted document is looked up as null.
    let behind = Stream::resumed(&mut engine, &lookup.token, "updateLookup");
    assert_eq!(full(behind[..1].to_vec()), [Bson::Null]);
}

#[test]
fn all_ways_to_write() {
    let mut engine = engine();
    let mut stream = Stream::open(&mut engine, "c", doc! {});
    let upsert = doc! { "q": { "_id": 1 }, "u": { "$set": { "a": 1 } }, "upsert": true };
    ok(&mut engine, doc! { "update": "c", "updates": [upsert] });
    ok(&mut engine, doc! { "findAndModify": "c", "query": { "_id": 1 }, "update": { "$inc": { "a": 1 } } });
    ok(&mut engine, doc! { "findAndModify": "c", "query": { "_id": 1 }, "remove": true });
    ok(
        &mut engine,
        doc! { "bulkWrite": 1, "$db": "admin", "nsInfo": [{ "ns": "test.c" }], "ops": [
            { "insert": 0, "document": { "_id": 2 } },
            { "update": 0, "filter": { "_id": 2 }, "updateMods": { "$set": { "x": 1 } } },
            { "update": 0, "filter": { "_id": 2 }, "updateMods": { "y": 1 } },
            { "delete": 0, "filter": { "_id": 2 } },
        ] },
    );
    let seen = stream.types(&mut engine);
    assert_eq!(seen, ["insert", "update", "delete", "insert", "update", "replace", "delete"]);
    // Only the statement's writes before the failed one.
    let documents = vec![doc! { "_id": 1 }, doc! { "_id": 1 }, doc! { "_id": 2 }];
    let reply = run(&mut engine, doc! { "insert": "c", "documents": documents });
    assert!(reply.get("writeErrors").is_some());
    assert_eq!(stream.types(&mut engine), ["insert"]);
    insert(&mut engine, doc! { "_id": 3, "of": 1 });
    stream.events(&mut engine);
    let merge = |when: &str| {
        let stages = [doc! { "$set": { "of": 2 } }, doc! { "$merge": { "into": "c", "whenMatched": when } }];
        doc! { "aggregate": "c", "pipeline": stages, "cursor": {} }
    };
    ok(&mut engine, merge("merge"));
    assert_eq!(stream.types(&mut engine), ["update", "update"]);
    ok(
        &mut engine,
        doc! { "update": "c", "updates": [{ "q": {}, "u": { "$unset": { "of": 1 } }, "multi": true }] },
    );
    ok(&mut engine, merge("replace"));
    assert_eq!(stream.types(&mut engine), ["update", "update", "replace", "replace"]);
}

#[test]
fn ttl_and_capped_deletions() {
    let mut engine = engine();
    ok(&mut engine, doc! { "create": "c", "capped": true, "size": 4096, "max": 2 });
    let now = bson::DateTime::from_millis(engine.now());
    let ttl = doc! { "key": { "at": 1 }, "name": "ttl", "expireAfterSeconds": 30 };
    ok(&mut engine, doc! { "createIndexes": "t", "indexes": [ttl] });
    ok(&mut engine, doc! { "insert": "t", "documents": [{ "_id": 1, "at": now }] });
    let mut capped = Stream::open(&mut engine, "c", doc! {});
    let mut expiring = Stream::open(&mut engine, "t", doc! {});
    for id in 0..3 {
        insert(&mut engine, doc! { "_id": id });
    }
    assert_eq!(capped.types(&mut engine), ["insert", "insert", "delete", "insert"]);
    engine.set_now(engine.now() + 180_000);
    assert_eq!(expiring.types(&mut engine), ["delete"]);
}

#[test]
fn transactions() {
    let mut engine = engine();
    insert(&mut engine, doc! { "_id": 0 });
    let mut stream = Stream::open(&mut engine, "c", doc! {});
    let id = bson::Binary { subtype: bson::spec::BinarySubtype::Uuid, bytes: vec![7; 16] };
    let inside = |mut command: Document, number: i64, first: bool| {
        command.insert("lsid", doc! { "id": id.clone() });
        command.insert("txnNumber", number);
        command.insert("autocommit", false);
        if first {
            command.insert("startTransaction", true);
        }
        command
    };
    let commit = doc! { "commitTransaction": 1, "$db": "admin" };
    let change = doc! { "update": "c", "updates": [{ "q": { "_id": 1 }, "u": { "$set": { "a": 2 } } }] };
    ok(&mut engine, inside(doc! { "insert": "c", "documents": [{ "_id": 1 }] }, 1, true));
    ok(&mut engine, inside(change, 1, false));
    insert(&mut engine, doc! { "_id": "outside" });
    assert_eq!(stream.types(&mut engine), ["insert"]);
    ok(&mut engine, inside(commit.clone(), 1, false));
    let events = stream.events(&mut engine);
    assert_eq!(types(&events), ["insert", "update"]);
    assert_eq!(events[0].get("clusterTime"), events[1].get("clusterTime"));
    assert_eq!(events[0].get_i64("txnNumber").unwrap(), 1);
    assert_eq!(events[0].get_document("lsid").unwrap().get("id"), Some(&Bson::Binary(id.clone())));
    let behind = Stream::resumed(&mut engine, events[0].get_document("_id").unwrap(), "default");
    assert_eq!(types(&behind), ["update"]);
    ok(&mut engine, inside(doc! { "insert": "c", "documents": [{ "_id": 2 }] }, 2, true));
    ok(&mut engine, inside(doc! { "abortTransaction": 1, "$db": "admin" }, 2, false));
    assert!(stream.events(&mut engine).is_empty());
    // A stream opened during a transaction shows later events.
    let mut other = self::engine();
    insert(&mut other, doc! { "_id": 0 });
    ok(&mut other, inside(doc! { "insert": "c", "documents": [{ "_id": 1 }] }, 1, true));
    let mut stream = Stream::open(&mut other, "c", doc! {});
    ok(&mut other, inside(doc! { "insert": "c", "documents": [{ "_id": 2 }] }, 1, false));
    ok(&mut other, inside(commit, 1, false));
    assert_eq!(stream.types(&mut other), ["insert"]);
    insert(&mut other, doc! { "_id": 3 });
    assert_eq!(stream.types(&mut other), ["insert"]);
    let open = command("test", "c", doc! {}, vec![]);
    assert_eq!(code(&mut other, inside(open, 2, true)), 263);
}

#[test]
fn resuming_a_stream() {
    let mut engine = engine();
    let mut stream = Stream::open(&mut engine, "c", doc! {});
    let begin = stream.token.clone();
    for id in 0..4 {
        insert(&mut engine, doc! { "_id": id });
    }
    let events = stream.events(&mut engine);
    let ids = |events: Vec<Document>| -> Vec<i32> {
        events
            .iter()
            .map(|event| event.get_document("documentKey").unwrap().get_i32("_id").unwrap())
            .collect()
    };
    assert_eq!(ids(Stream::resumed(&mut engine, &begin, "default")), [0, 1, 2, 3]);
    let second = events[1].get_document("_id").unwrap();
    assert_eq!(ids(Stream::resumed(&mut engine, second, "default")), [2, 3]);
    assert!(Stream::resumed(&mut engine, &stream.token, "default").is_empty());
    let time = events[2].get_timestamp("clusterTime").unwrap();
    let at = doc! { "startAtOperationTime": time };
    let reply = ok(&mut engine, command("test", "c", at, vec![]));
    assert_eq!(reply.get_document("cursor").unwrap().get_array("firstBatch").unwrap().len(), 2);
    // Small batches report the position after their last event.
    let mut small = command("test", "c", doc! { "resumeAfter": begin.clone() }, vec![]);
    small.insert("cursor", doc! { "batchSize": 2 });
    let reply = ok(&mut engine, small);
    let place = reply.get_document("cursor").unwrap().get_document("postBatchResumeToken").unwrap();
    assert_eq!(place, second);
    let refused =
        |options: Document, engine: &mut Engine| code(engine, command("test", "c", options, vec![]));
    assert_eq!(refused(doc! { "resumeAfter": { "_data": "zz" } }, &mut engine), 9);
    assert_eq!(refused(doc! { "resumeAfter": {} }, &mut engine), 40647);
    assert_eq!(refused(doc! { "resumeAfter": { "_data": "8200" } }, &mut engine), 260);
    assert_eq!(
        refused(doc! { "startAtOperationTime": Timestamp { time: 1, increment: 1 } }, &mut engine),
        286
    );
    assert_eq!(
        refused(doc! { "resumeAfter": second.clone(), "startAfter": second.clone() }, &mut engine),
        40674
    );
    let other = command("test", "d", doc! { "resumeAfter": second.clone() }, vec![]);
    assert_eq!(code(&mut engine, other), 280);
}

#[test]
fn a_stream_may_begin_later() {
    let mut engine = engine();
    let seconds = (engine.now() / 1000) as u32;
    let at = |time| doc! { "startAtOperationTime": Timestamp { time, increment: 1 } };
    let mut soon = Stream::open(&mut engine, "c", at(seconds + 60));
    let mut never = Stream::open(&mut engine, "c", at(u32::MAX));
    insert(&mut engine, doc! { "_id": 1 });
    assert!(soon.events(&mut engine).is_empty());
    engine.set_now(engine.now() + 60_000);
    insert(&mut engine, doc! { "_id": 2 });
    let events = soon.events(&mut engine);
    assert_eq!(types(&events), ["insert"]);
    assert_eq!(*events[0].get_document("documentKey").unwrap(), doc! { "_id": 2 });
    assert!(never.events(&mut engine).is_empty());
}

#[test]
fn history_has_an_end() {
    let mut engine = engine();
    let stream = Stream::open(&mut engine, "c", doc! {});
    let begin = stream.token.clone();
    for id in 0..20 {
        insert(&mut engine, doc! { "_id": id, "text": "x".repeat(1 << 20) });
    }
    assert_eq!(stream.reply(&mut engine).get_i32("code").unwrap(), 286);
    let again = command("test", "c", doc! { "resumeAfter": begin }, vec![]);
    assert_eq!(code(&mut engine, again), 286);
    // A single command whose events exceed the log.
    let stream = Stream::open(&mut engine, "c", doc! {});
    ok(
        &mut engine,
        doc! { "update": "c", "updates": [{ "q": {}, "u": [{ "$set": { "text": { "$concat": ["$text", "y"] } } }], "multi": true }] },
    );
    assert_eq!(stream.reply(&mut engine).get_i32("code").unwrap(), 286);
    let mut stream = Stream::open(&mut engine, "c", doc! {});
    insert(&mut engine, doc! { "_id": 100 });
    assert_eq!(stream.types(&mut engine), ["insert"]);
}

#[test]
fn pipelines() {
    let mut engine = engine();
    let stages = vec![
        doc! { "$match": { "operationType": "insert", "fullDocument.n": { "$gt": 1 } } },
        doc! { "$project": { "n": "$fullDocument.n" } },
    ];
    let mut stream = Stream::piped(&mut engine, "test", "c", doc! {}, stages);
    for n in 0..4 {
        insert(&mut engine, doc! { "_id": n, "n": n });
    }
    let found = stream.events(&mut engine);
    assert_eq!(found.iter().map(|event| event.get_i32("n").unwrap()).collect::<Vec<_>>(), [2, 3]);
    for stage in [doc! { "$unset": "_id" }, doc! { "$set": { "_id": 1 } }] {
        let stream = Stream::piped(&mut engine, "test", "c", doc! {}, vec![stage]);
        insert(&mut engine, doc! {});
        assert_eq!(stream.reply(&mut engine).get_i32("code").unwrap(), 280);
    }
    for stage in [doc! { "$group": { "_id": 1 } }, doc! { "$out": "x" }, doc! { "$limit": 1 }] {
        assert_eq!(code(&mut engine, command("test", "c", doc! {}, vec![stage])), 20);
    }
    let late =
        doc! { "aggregate": "c", "pipeline": [{ "$match": {} }, { "$changeStream": {} }], "cursor": {} };
    assert_eq!(code(&mut engine, late), 40602);
}

#[test]
fn large_events_are_split() {
    let mut engine = engine();
    ok(&mut engine, doc! { "create": "c", "changeStreamPreAndPostImages": { "enabled": true } });
    insert(&mut engine, doc! { "_id": 1, "text": "x".repeat(9 << 20) });
    let both = doc! { "fullDocument": "required", "fullDocumentBeforeChange": "required" };
    let whole = Stream::open(&mut engine, "c", both.clone());
    let split = vec![doc! { "$changeStreamSplitLargeEvent": {} }];
    let mut stream = Stream::piped(&mut engine, "test", "c", both.clone(), split.clone());
    update(&mut engine, 1, doc! { "$set": { "n": 1 } });
    assert_eq!(whole.reply(&mut engine).get_i32("code").unwrap(), 10334);
    let mut parts = stream.events(&mut engine);
    parts.extend(stream.events(&mut engine));
    let numbers = |parts: &[Document]| -> Vec<Document> {
        parts.iter().map(|part| part.get_document("splitEvent").unwrap().clone()).collect()
    };
    assert_eq!(numbers(&parts), [doc! { "fragment": 1, "of": 2 }, doc! { "fragment": 2, "of": 2 }]);
    assert_eq!(parts[0].get_str("operationType").unwrap(), "update");
    let mut options = both;
    options.insert("resumeAfter", parts[0].get_document("_id").unwrap().clone());
    let reply = ok(&mut engine, command("test", "c", options, split));
    let batch = reply.get_document("cursor").unwrap().get_array("firstBatch").unwrap();
    let batch: Vec<_> = batch.iter().map(|part| part.as_document().unwrap().clone()).collect();
    assert_eq!(batch, parts[1..]);
}

#[test]
fn the_end_of_a_collection() {
    let mut engine = engine();
    insert(&mut engine, doc! { "_id": 1 });
    let mut one = Stream::open(&mut engine, "c", doc! {});
    let mut database = Stream::open(&mut engine, 1, doc! {});
    ok(&mut engine, doc! { "drop": "c" });
    insert(&mut engine, doc! { "_id": 2 });
    let events = one.events(&mut engine);
    assert_eq!(types(&events), ["drop", "invalidate"]);
    assert_eq!(one.id, 0);
    let names: Vec<_> = events[1].keys().map(String::as_str).collect();
    assert_eq!(names, ["_id", "operationType", "clusterTime", "wallTime"]);
    assert_eq!(database.types(&mut engine), ["drop", "insert"]);
    // An `invalidate` event can't be resumed, but a new stream may start after it.
    let end = events[1].get_document("_id").unwrap();
    let resume = command("test", "c", doc! { "resumeAfter": end.clone() }, vec![]);
    assert_eq!(code(&mut engine, resume), 260);
    let reply = ok(&mut engine, command("test", "c", doc! { "startAfter": end.clone() }, vec![]));
    let cursor = reply.get_document("cursor").unwrap();
    assert_eq!(cursor.get_array("firstBatch").unwrap().len(), 1);
    assert_ne!(cursor.get_i64("id").unwrap(), 0);
    // The event after the one that ends a stream is `invalidate`.
    let behind = Stream::resumed(&mut engine, events[0].get_document("_id").unwrap(), "default");
    assert_eq!(types(&behind), ["invalidate"]);
}

#[test]
fn renames() {
    let mut engine = engine();
    for name in ["c", "d"] {
        ok(&mut engine, doc! { "insert": name, "documents": [{ "_id": 1 }] });
    }
    let mut from = Stream::open(&mut engine, "c", doc! {});
    let mut to = Stream::open(&mut engine, "d", doc! {});
    let mut all = Stream::piped(&mut engine, "admin", 1, doc! { "allChangesForCluster": true }, vec![]);
    let rename = doc! { "renameCollection": "test.c", "to": "test.d", "dropTarget": true, "$db": "admin" };
    ok(&mut engine, rename);
    ok(&mut engine, doc! { "insert": "d", "documents": [{ "_id": 2 }] });
    ok(&mut engine, doc! { "insert": "c", "documents": [{ "_id": 2 }], "$db": "elsewhere" });
    for stream in [&mut from, &mut to] {
        let events = stream.events(&mut engine);
        assert_eq!(types(&events), ["rename", "invalidate"]);
        assert_eq!(*events[0].get_document("ns").unwrap(), doc! { "db": "test", "coll": "c" });
        assert_eq!(*events[0].get_document("to").unwrap(), doc! { "db": "test", "coll": "d" });
    }
    assert_eq!(all.types(&mut engine), ["rename", "insert", "insert"]);
    ok(&mut engine, doc! { "createUser": "u", "pwd": "p", "roles": [], "$db": "admin" });
    ok(&mut engine, doc! { "create": "v", "viewOn": "d", "pipeline": [] });
    ok(&mut engine, doc! { "drop": "v" });
    assert!(all.types(&mut engine).is_empty());
}

#[test]
fn the_end_of_a_database() {
    let mut engine = engine();
    for name in ["c", "d"] {
        ok(&mut engine, doc! { "insert": name, "documents": [{ "_id": 1 }] });
    }
    let mut one = Stream::open(&mut engine, "c", doc! {});
    let mut database = Stream::open(&mut engine, 1, doc! {});
    let mut all = Stream::piped(&mut engine, "admin", 1, doc! { "allChangesForCluster": true }, vec![]);
    ok(&mut engine, doc! { "dropDatabase": 1 });
    assert_eq!(one.types(&mut engine), ["drop", "invalidate"]);
    let events = database.events(&mut engine);
    assert_eq!(types(&events), ["drop", "drop", "dropDatabase", "invalidate"]);
    assert_eq!(*events[2].get_document("ns").unwrap(), doc! { "db": "test" });
    assert_eq!(all.types(&mut engine), ["drop", "drop", "dropDatabase"]);
    assert_ne!(all.id, 0);
}

#[test]
fn out_replaces_a_collection() {
    let mut engine = engine();
    insert(&mut engine, doc! { "_id": 1 });
    let mut one = Stream::open(&mut engine, "o", doc! {});
    let mut database = Stream::open(&mut engine, 1, doc! {});
    let out = doc! { "aggregate": "c", "pipeline": [{ "$out": "o" }], "cursor": {} };
    ok(&mut engine, out);
    assert_eq!(one.types(&mut engine), ["rename", "invalidate"]);
    let events = database.events(&mut engine);
    assert_eq!(types(&events), ["insert", "rename"]);
    assert!(events[0].get_document("ns").unwrap().get_str("coll").unwrap().starts_with("tmp.agg_out."));
    let failing =
        doc! { "aggregate": "c", "pipeline": [{ "$set": { "_id": [1] } }, { "$out": "o" }], "cursor": {} };
    assert_eq!(run(&mut engine, failing).get_f64("ok").unwrap(), 0.0);
    assert!(database.types(&mut engine).is_empty());
}

#[test]
fn expanded_events() {
    let mut engine = engine();
    let mut stream = Stream::open(&mut engine, "c", doc! { "showExpandedEvents": true });
    let mut plain = Stream::open(&mut engine, "c", doc! {});
    ok(&mut engine, doc! { "createIndexes": "c", "indexes": [{ "key": { "a": 1 }, "name": "a_1" }] });
    insert(&mut engine, doc! { "_id": 1 });
    ok(&mut engine, doc! { "collMod": "c", "index": { "name": "a_1", "hidden": true } });
    ok(&mut engine, doc! { "dropIndexes": "c", "index": "a_1" });
    ok(&mut engine, doc! { "drop": "c" });
    let events = stream.events(&mut engine);
    let expected = ["create", "createIndexes", "insert", "modify", "dropIndexes", "drop", "invalidate"];
    assert_eq!(types(&events), expected);
    assert!(events[..6].iter().all(|event| event.contains_key("collectionUUID")));
    let id_index = doc! { "idIndex": { "v": 2, "key": { "_id": 1 }, "name": "_id_" } };
    assert_eq!(*events[0].get_document("operationDescription").unwrap(), id_index);
    assert_eq!(
        *events[1].get_document("operationDescription").unwrap(),
        doc! { "indexes": [{ "v": 2, "key": { "a": 1 }, "name": "a_1" }] }
    );
    let before = events[3].get_document("stateBeforeChange").unwrap();
    assert_eq!(*before.get_document("indexOptions").unwrap(), doc! { "hidden": false });
    assert_eq!(plain.types(&mut engine), ["insert", "drop", "invalidate"]);
}

#[test]
fn restoring_drops_the_log() {
    let mut engine = engine();
    insert(&mut engine, doc! { "_id": 1 });
    let before = engine.snapshot();
    let stream = Stream::open(&mut engine, "c", doc! {});
    insert(&mut engine, doc! { "_id": 2 });
    let meanwhile = engine.snapshot();
    engine.restore(&before);
    assert_eq!(stream.reply(&mut engine).get_i32("code").unwrap(), 43);
    engine.restore(&meanwhile);
    insert(&mut engine, doc! { "_id": 3 });
    let mut stream = Stream::open(&mut engine, "c", doc! {});
    insert(&mut engine, doc! { "_id": 4 });
    assert_eq!(stream.types(&mut engine), ["insert"]);
    engine.load(&engine.dump()).unwrap();
    insert(&mut engine, doc! { "_id": 5 });
    let mut stream = Stream::open(&mut engine, "c", doc! {});
    insert(&mut engine, doc! { "_id": 6 });
    assert_eq!(stream.types(&mut engine), ["insert"]);
}

#[test]
fn streams_use_their_own_collation() {
    let mut engine = engine();
    let collation = doc! { "locale": "en", "strength": 1 };
    ok(&mut engine, doc! { "create": "c", "collation": collation.clone() });
    let stages = vec![doc! { "$match": { "fullDocument.name": "A" } }];
    let mut stream = Stream::piped(&mut engine, "test", "c", doc! {}, stages.clone());
    let mut explicit = command("test", "c", doc! { "resumeAfter": stream.token.clone() }, stages);
    explicit.insert("collation", collation);
    insert(&mut engine, doc! { "_id": 1, "name": "a" });
    assert!(stream.events(&mut engine).is_empty());
    let reply = ok(&mut engine, explicit);
    assert_eq!(reply.get_document("cursor").unwrap().get_array("firstBatch").unwrap().len(), 1);
}

#[test]
fn where_streams_cannot_be_opened() {
    let mut engine = engine();
    ok(&mut engine, doc! { "create": "v", "viewOn": "c", "pipeline": [] });
    ok(&mut engine, doc! { "create": "s", "timeseries": { "timeField": "t" } });
    let mut refused = |database: &str, target: Bson, options: Document, expected: i32| {
        assert_eq!(code(&mut engine, command(database, target, options, vec![])), expected);
    };
    let all = doc! { "allChangesForCluster": true };
    refused("test", "v".into(), doc! {}, 166);
    refused("test", "s".into(), doc! {}, 166);
    refused("test", "system.js".into(), doc! {}, 73);
    refused("local", "c".into(), doc! {}, 73);
    refused("admin", 1.into(), doc! {}, 73);
    refused("test", 1.into(), all.clone(), 72);
    refused("admin", "c".into(), all, 72);
    refused("test", "c".into(), doc! { "fullDocument": "sometimes" }, 2);
    refused("test", "c".into(), doc! { "fullDocumentBeforeChange": "default" }, 2);
    refused("test", "c".into(), doc! { "unknown": 1 }, 40415);
    let mut concern = command("test", "c", doc! {}, vec![]);
    concern.insert("readConcern", doc! { "level": "local" });
    assert_eq!(code(&mut engine, concern.clone()), 72);
    concern.insert("readConcern", doc! { "level": "majority" });
    ok(&mut engine, concern);
    let nested = [doc! { "$lookup": { "from": "c", "as": "x", "pipeline": [{ "$changeStream": {} }] } }];
    assert_eq!(
        code(&mut engine, doc! { "aggregate": "c", "pipeline": nested.to_vec(), "cursor": {} }),
        51047
    );
    let facet = [doc! { "$facet": { "x": [{ "$changeStream": {} }] } }];
    assert_eq!(code(&mut engine, doc! { "aggregate": "c", "pipeline": facet.to_vec(), "cursor": {} }), 40600);
    let stages = [doc! { "$changeStream": {} }];
    assert_eq!(code(&mut engine, doc! { "create": "w", "viewOn": "c", "pipeline": stages.to_vec() }), 167);
    let explain = doc! { "explain": { "aggregate": "c", "pipeline": stages.to_vec(), "cursor": {} } };
    assert_eq!(run(&mut engine, explain).get_f64("ok").unwrap(), 0.0);
    let split = [doc! { "$changeStreamSplitLargeEvent": {} }];
    assert_eq!(code(&mut engine, doc! { "aggregate": "c", "pipeline": split.to_vec(), "cursor": {} }), 20);
}
