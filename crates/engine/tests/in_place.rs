//! The last stage of a pipeline writes to the reply what it would pass to another stage.

mod common;

use bson::{Bson, Document, doc};
use common::{document_of, run, value};
use engine::{Engine, EngineOptions};
use proptest::prelude::*;

/// Returns all documents of a pipeline in batches of a size, and the number in each batch.
fn batches(engine: &mut Engine, pipeline: &[Document], size: i32) -> (Vec<Document>, Vec<usize>) {
    let mut reply =
        run(engine, doc! { "aggregate": "c", "pipeline": pipeline, "cursor": { "batchSize": size } });
    let (mut all, mut sizes) = (Vec::new(), Vec::new());
    loop {
        let cursor = reply.get_document("cursor").unwrap_or_else(|_| panic!("no cursor: {reply}"));
        let batch =
            cursor.get_array("firstBatch").or_else(|_| cursor.get_array("nextBatch")).expect("a batch");
        all.extend(batch.iter().filter_map(|item| item.as_document().cloned()));
        sizes.push(batch.len());
        let id = cursor.get_i64("id").expect("an id");
        if id == 0 {
            return (all, sizes);
        }
        reply = run(engine, doc! { "getMore": id, "collection": "c", "batchSize": size });
    }
}

/// A document to join from: comparing to undefined is not allowed.
fn joinable() -> impl Strategy<Value = Document> {
    document_of(value())
        .prop_filter("undefined is refused", |document| !format!("{document:?}").contains("Undefined"))
}

fn last_stages() -> Vec<Vec<Document>> {
    let join = |field: &str| doc! { "$lookup": { "from": "c", "localField": "a", "foreignField": "b", "as": field } };
    vec![
        vec![
            doc! { "$group": { "_id": "$a", "n": { "$sum": 1 }, "all": { "$push": "$b" }, "last": { "$last": "$c" } } },
        ],
        vec![doc! { "$sort": { "a": 1 } }, doc! { "$group": { "_id": "$a", "first": { "$first": "$b" } } }],
        vec![doc! { "$project": { "a.b": 1, "x": { "$ifNull": ["$b", "none"] } } }],
        vec![doc! { "$project": { "a": 0 } }, doc! { "$addFields": { "c.d": "$b" } }],
        vec![join("found")],
        vec![join("c")],
        vec![
            join("c.found"),
            doc! { "$project": { "_id": 1, "n": { "$size": { "$ifNull": ["$c.found", []] } } } },
        ],
        vec![join("found"), doc! { "$unwind": "$found" }],
        vec![join("found"), doc! { "$project": { "n": { "$size": "$found" } } }],
        vec![
            join("found"),
            doc! { "$addFields": { "found": { "$size": "$found" } } },
            doc! { "$unset": "b" },
        ],
    ]
}

proptest! {
    #[test]
    fn written_documents_equal_emitted_ones(
        documents in prop::collection::vec(joinable(), 0..9),
        at in 0..last_stages().len(),
        size in 1..6,
        indexed in any::<bool>(),
    ) {
        let mut engine = Engine::new(EngineOptions::default());
        for (id, mut document) in documents.into_iter().enumerate() {
            document.insert("_id", id as i32);
            run(&mut engine, doc! { "insert": "c", "documents": [document] });
        }
        if indexed {
            run(&mut engine, doc! { "createIndexes": "c", "indexes": [{ "key": { "b": 1 }, "name": "b" }] });
        }
        let pipeline = last_stages().swap_remove(at);
        let facet = doc! { "$facet": { "all": &pipeline } };
        let (whole, _) = batches(&mut engine, &[facet], 1);
        let given = whole.first().and_then(|one| one.get_array("all").ok()).expect("an array from the pipeline");
        let (written, sizes) = batches(&mut engine, &pipeline, size);
        // Compare text, since NaN is not equal to itself.
        let written = written.into_iter().map(Bson::Document).collect::<Vec<_>>();
        prop_assert_eq!(format!("{:?}", written), format!("{given:?}"), "{:?}", pipeline);
        let full = sizes.iter().rev().skip(1).all(|&count| count == size as usize);
        prop_assert!(full, "{:?}", sizes);
    }
}

#[test]
fn a_document_that_does_not_fit_waits_for_the_next_batch() {
    let mut engine = Engine::new(EngineOptions::default());
    for id in 0..5i32 {
        let text = "x".repeat(6 * 1024 * 1024 + id as usize);
        run(&mut engine, doc! { "insert": "c", "documents": [{ "_id": id, "text": text }] });
    }
    let group = doc! { "$group": { "_id": "$_id", "texts": { "$push": "$text" } } };
    let length = doc! { "$strLenBytes": { "$first": "$texts" } };
    for pipeline in [vec![group.clone()], vec![doc! { "$project": { "_id": 1, "texts": ["$text"] } }]] {
        let (all, sizes) = batches(&mut engine, &pipeline, 101);
        assert_eq!(sizes, [2, 2, 1]);
        let mut ids: Vec<i32> = all.iter().filter_map(|one| one.get_i32("_id").ok()).collect();
        ids.sort_unstable();
        assert_eq!(ids, [0, 1, 2, 3, 4]);
        for one in all {
            let text = one.get_array("texts").ok().and_then(|texts| texts.first()).and_then(Bson::as_str);
            let expected = 6 * 1024 * 1024 + one.get_i32("_id").expect("an id") as usize;
            assert_eq!(text.map(str::len), Some(expected));
        }
    }
    // Larger than any reply.
    let together = doc! { "$group": { "_id": null, "texts": { "$push": "$text" } } };
    let command = |pipeline: Vec<Document>| doc! { "aggregate": "c", "pipeline": pipeline, "cursor": {} };
    let reply = run(&mut engine, command(vec![together.clone()]));
    assert_eq!(reply.get_i32("code").ok(), Some(10334), "{reply}");
    let shortened = run(&mut engine, command(vec![together, doc! { "$project": { "n": length } }]));
    assert_eq!(shortened.get_f64("ok").ok(), Some(1.0), "{shortened}");
}
