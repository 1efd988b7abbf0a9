//! However `$lookup` finds its matches, they are those of a query for each document.

mod common;

use bson::{Bson, Document, doc};
use common::{document_of, index, path, run, value};
use engine::{Engine, EngineOptions};
use proptest::prelude::*;

fn filled(collection: &str, documents: &[Document], engine: &mut Engine) {
    for (id, document) in documents.iter().enumerate() {
        let mut document = document.clone();
        document.insert("_id", id as i32);
        run(engine, doc! { "insert": collection, "documents": [document] });
    }
}

fn results(engine: &mut Engine, pipeline: &[Document]) -> Vec<Document> {
    let reply = run(engine, doc! { "aggregate": "left", "pipeline": pipeline, "cursor": {} });
    let batch = reply.get_document("cursor").and_then(|cursor| cursor.get_array("firstBatch"));
    let batch = batch.unwrap_or_else(|_| panic!("no batch: {reply}"));
    batch.iter().filter_map(|item| item.as_document().cloned()).collect()
}

/// What the stage `$lookup` has examined, as explain tells.
fn examined(engine: &mut Engine, pipeline: &[Document]) -> (i64, i64, i64) {
    let command = doc! { "aggregate": "left", "pipeline": pipeline, "cursor": {} };
    let reply = run(engine, doc! { "explain": command, "verbosity": "executionStats" });
    let stages = reply.get_array("stages").unwrap_or_else(|_| panic!("no stages: {reply}"));
    let lookup = stages.iter().filter_map(Bson::as_document).find(|stage| stage.contains_key("$lookup"));
    let lookup = lookup.unwrap_or_else(|| panic!("no $lookup: {reply}"));
    let count = |name: &str| lookup.get_i64(name).unwrap_or_else(|_| panic!("no {name}: {lookup}"));
    (count("totalDocsExamined"), count("totalKeysExamined"), count("collectionScans"))
}

/// A document to join to: nothing is compared to undefined.
fn local_document() -> impl Strategy<Value = Document> {
    document_of(value())
        .prop_filter("undefined is refused", |document| !format!("{document:?}").contains("Undefined"))
}

proptest! {
    #[test]
    fn a_join_finds_what_a_query_finds(
        left in prop::collection::vec(local_document(), 1..8),
        right in prop::collection::vec(document_of(value()), 0..16),
        indexes in prop::collection::vec(index(), 0..3),
        (local, foreign) in (prop_oneof![8 => path(), 1 => Just("_id")], prop_oneof![8 => path(), 1 => Just("_id")]),
        unwound in any::<bool>(),
    ) {
        let mut engine = Engine::new(EngineOptions::default());
        filled("left", &left, &mut engine);
        filled("right", &right, &mut engine);
        for index in indexes {
            // Parallel arrays are refused, and two definitions may collide.
            run(&mut engine, doc! { "createIndexes": "right", "indexes": [index] });
        }
        let join = doc! { "from": "right", "localField": local, "foreignField": foreign, "as": "found" };
        let mut query = join.clone();
        // With a pipeline every document's matches are asked for by a query.
        query.insert("pipeline", Bson::Array(Vec::new()));
        let with = |join: Document, behind: Option<Document>| {
            let unwind = unwound.then(|| doc! { "$unwind": "$found" });
            [doc! { "$lookup": join }].into_iter().chain(unwind).chain(behind).collect::<Vec<_>>()
        };
        let (joined, queried) = (with(join.clone(), None), with(query, None));
        let expected = results(&mut engine, &queried);
        // As text: NaN is not equal to itself.
        prop_assert_eq!(format!("{:?}", results(&mut engine, &joined)), format!("{expected:?}"));
        let indexed = examined(&mut engine, &joined);
        if indexed.2 == 0 {
            prop_assert_eq!(indexed, examined(&mut engine, &queried), "{} = {}", local, foreign);
        }
        // When only their number is read.
        let counted = doc! { "$project": { "n": { "$size": "$found" } } };
        let sizes: Vec<Document> = results(&mut engine, &[doc! { "$lookup": join.clone() }])
            .iter()
            .map(|found| doc! { "_id": found.get_i32("_id").unwrap(), "n": found.get_array("found").unwrap().len() as i32 })
            .collect();
        prop_assert_eq!(results(&mut engine, &[doc! { "$lookup": join }, counted]), sizes);
    }
}
