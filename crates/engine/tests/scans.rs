//! Scans of more records than a page of the store return all documents, and count each once.

mod common;

use bson::{Bson, doc};
use common::run;
use common::scan::{assert_same, insert};
use engine::{Engine, EngineOptions};

/// Returns the number and size of documents that the last command examined.
fn last_examined(engine: &mut Engine) -> (Option<Bson>, Option<Bson>) {
    let last = doc! { "find": "system.profile", "sort": { "$natural": -1 }, "limit": 1 };
    let reply = run(engine, last);
    let batch =
        reply.get_document("cursor").and_then(|cursor| cursor.get_array("firstBatch")).expect("profile");
    let entry = batch.first().and_then(Bson::as_document).expect("an entry").clone();
    (entry.get("docsExamined").cloned(), entry.get("bytesRead").cloned())
}

/// Batches end within pages of the store and after gaps, and resume there.
#[test]
fn batches_return_and_count_all_documents() {
    let mut engine = Engine::new(EngineOptions::default());
    insert(&mut engine, (0..3000).map(|at| doc! { "_id": at, "a": at % 7 }).collect());
    run(&mut engine, doc! { "delete": "c", "deletes": [{ "q": { "a": 3 }, "limit": 0 }] });
    let computed = doc! { "$project": { "double": { "$add": ["$a", "$a"] } } };
    let command = doc! { "aggregate": "c", "pipeline": [computed], "cursor": { "batchSize": 700 } };
    let mut reply = run(&mut engine, command);
    let mut given = Vec::new();
    loop {
        let cursor = reply.get_document("cursor").expect("a cursor").clone();
        let name = if given.is_empty() { "firstBatch" } else { "nextBatch" };
        let batch = cursor.get_array(name).expect("a batch").clone();
        assert_eq!(last_examined(&mut engine).0, Some(Bson::Int32(batch.len() as i32)));
        given.extend(batch);
        match cursor.get_i64("id") {
            Ok(0) | Err(_) => break,
            Ok(id) => {
                reply = run(&mut engine, doc! { "getMore": id, "collection": "c", "batchSize": 700 });
            }
        }
    }
    let expected = (0..3000).filter(|at| at % 7 != 3).map(|at| doc! { "_id": at, "double": at % 7 * 2 });
    assert_eq!(given, expected.map(Bson::Document).collect::<Vec<_>>());
}

#[test]
fn scans_of_many_pages_find_and_measure_all() {
    let mut engine = Engine::new(EngineOptions::default());
    let documents = (0..9000).map(|at| doc! { "_id": at, "a": at % 7, "b": "x".repeat(at as usize % 40) });
    insert(&mut engine, documents.collect());
    let gaps = [doc! { "_id": { "$gte": 1000, "$lt": 3100 } }, doc! { "_id": { "$mod": [97, 5] } }];
    for gap in [None].into_iter().chain(gaps.map(Some)) {
        if let Some(gap) = gap {
            run(&mut engine, doc! { "delete": "c", "deletes": [{ "q": gap, "limit": 0 }] });
        }
        for filter in [doc! { "a": 3 }, doc! { "a": { "$lt": 9 } }, doc! { "a": 9 }, doc! {}] {
            assert_same(&mut engine, &filter).expect("the same both ways");
            let examined = |natural: i32, engine: &mut Engine| {
                let pipeline = vec![
                    doc! { "$match": filter.clone() },
                    doc! { "$group": { "_id": 1, "n": { "$sum": "$a" } } },
                ];
                let command = doc! { "aggregate": "c", "pipeline": pipeline, "cursor": {}, "hint": { "$natural": natural } };
                run(engine, command);
                last_examined(engine)
            };
            let forward = examined(1, &mut engine);
            assert!(forward.0.is_some() && forward.1.is_some(), "{forward:?}");
            assert_eq!(forward, examined(-1, &mut engine), "{filter}");
        }
    }
}
