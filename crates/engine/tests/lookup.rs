//! `$lookup` finds the same matches as a query for each document, however it is executed.

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

/// Returns the work of the stage `$lookup` in explain.
fn examined(engine: &mut Engine, pipeline: &[Document]) -> (i64, i64, i64) {
    let command = doc! { "aggregate": "left", "pipeline": pipeline, "cursor": {} };
    let reply = run(engine, doc! { "explain": command, "verbosity": "executionStats" });
    let stages = reply.get_array("stages").unwrap_or_else(|_| panic!("no stages: {reply}"));
    let lookup = stages.iter().filter_map(Bson::as_document).find(|stage| stage.contains_key("$lookup"));
    let lookup = lookup.unwrap_or_else(|| panic!("no $lookup: {reply}"));
    let count = |name: &str| lookup.get_i64(name).unwrap_or_else(|_| panic!("no {name}: {lookup}"));
    (count("totalDocsExamined"), count("totalKeysExamined"), count("collectionScans"))
}

/// A document to join from: comparing to undefined is not allowed.
fn local_document() -> impl Strategy<Value = Document> {
    document_of(value())
        .prop_filter("undefined is refused", |document| !format!("{document:?}").contains("Undefined"))
}

proptest! {
    #[test]
    fn lookups_agree_with_queries(
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
            // Parallel arrays are rejected, and two definitions may conflict.
            run(&mut engine, doc! { "createIndexes": "right", "indexes": [index] });
        }
        let join = doc! { "from": "right", "localField": local, "foreignField": foreign, "as": "found" };
        let mut query = join.clone();
        // With a pipeline, a query finds the matches of each document.
        query.insert("pipeline", Bson::Array(Vec::new()));
        let with = |join: Document, behind: Option<Document>| {
            let unwind = unwound.then(|| doc! { "$unwind": "$found" });
            [doc! { "$lookup": join }].into_iter().chain(unwind).chain(behind).collect::<Vec<_>>()
        };
        let (joined, queried) = (with(join.clone(), None), with(query, None));
        let expected = results(&mut engine, &queried);
        // Compare text, since NaN is not equal to itself.
        prop_assert_eq!(format!("{:?}", results(&mut engine, &joined)), format!("{expected:?}"));
        let indexed = examined(&mut engine, &joined);
        if indexed.2 == 0 {
            prop_assert_eq!(indexed, examined(&mut engine, &queried), "{} = {}", local, foreign);
        }
        // A projection that needs only their number.
        let counted = doc! { "$project": { "n": { "$size": "$found" } } };
        let sizes: Vec<Document> = results(&mut engine, &[doc! { "$lookup": join.clone() }])
            .iter()
            .map(|found| doc! { "_id": found.get_i32("_id").unwrap(), "n": found.get_array("found").unwrap().len() as i32 })
            .collect();
        prop_assert_eq!(results(&mut engine, &[doc! { "$lookup": join.clone() }, counted]), sizes);
        // One that needs other fields as well, one of which is replaced before and keeps its position.
        let set = doc! { "$addFields": { "b": 7 } };
        let some = doc! { "$project": { "b": 1, "a": 1, "n": { "$size": "$found" } } };
        let named: Vec<Document> = results(&mut engine, &[doc! { "$lookup": join.clone() }, set.clone()])
            .into_iter()
            .map(|mut found| {
                let n = found.get_array("found").unwrap().len() as i32;
                let kept = |name: &String| ["_id", "a", "b"].contains(&name.as_str());
                found = found.into_iter().filter(|(name, _)| kept(name)).collect();
                found.insert("n", n);
                found
            })
            .collect();
        let shown = results(&mut engine, &[doc! { "$lookup": join }, set, some]);
        prop_assert_eq!(format!("{shown:?}"), format!("{named:?}"));
    }
}

/// Stages that read parts of the joined documents.
fn parts() -> Vec<Vec<Document>> {
    vec![
        vec![doc! { "$project": { "x": "$found.a", "b": 1 } }],
        vec![doc! { "$project": { "x": { "$sum": "$found.a" }, "y": "$found.b.c" } }],
        vec![doc! { "$project": { "found.a": 1, "found.b": 1 } }],
        vec![doc! { "$project": { "found.a.b": 1, "_id": 0 } }],
        vec![doc! { "$project": { "x": "$found.0.a", "y": "$found.a.0" } }],
        vec![doc! { "$addFields": { "found.z": 1 } }, doc! { "$project": { "found.a": 1, "found.z": 1 } }],
        vec![doc! { "$addFields": { "found.a": "$b" } }, doc! { "$project": { "found.b": 1, "found.a": 1 } }],
        vec![
            doc! { "$group": { "_id": "$found.a", "all": { "$push": "$b" }, "n": { "$sum": 1 } } },
            doc! { "$sort": { "_id": 1 } },
        ],
        vec![doc! { "$match": { "found.a": { "$ne": 1 } } }, doc! { "$project": { "x": "$found.b" } }],
        vec![doc! { "$replaceRoot": { "newRoot": { "x": ["$found.b", "$c"] } } }],
    ]
}

/// Stages that read the number of matches, and possibly more.
fn counting() -> Vec<Vec<Document>> {
    let size = || doc! { "$size": "$found" };
    let mut all = vec![
        vec![doc! { "$project": { "n": size(), "b": 1 } }],
        vec![doc! { "$set": { "n": size() } }, doc! { "$project": { "b": 1, "n": 1 } }],
        vec![doc! { "$set": { "n": size(), "found": size() } }, doc! { "$project": { "found": 1, "n": 1 } }],
        vec![
            doc! { "$set": { "b": size() } },
            doc! { "$set": { "n": size() } },
            doc! { "$project": { "b": 1, "n": 1 } },
        ],
        vec![doc! { "$unset": "b" }, doc! { "$project": { "n": size() } }],
        vec![doc! { "$project": { "n": size(), "found": 1 } }],
        vec![doc! { "$project": { "n": { "$size": "$found.0" }, "b": 1 } }],
        vec![
            doc! { "$project": { "found": size() } },
            doc! { "$project": { "found": { "$add": ["$found", 1] } } },
        ],
        vec![doc! { "$project": { "n": { "$map": { "input": [1, 2], "in": size() } } } }],
        vec![doc! { "$group": { "_id": size(), "n": { "$sum": size() } } }, doc! { "$sort": { "_id": 1 } }],
    ];
    let conditions = [
        doc! { "$expr": { "$gt": [size(), 1] } },
        doc! { "found": [] },
        doc! { "found": { "$ne": [] }, "b": { "$ne": 1 } },
        doc! { "$or": [{ "found": { "$size": 2 } }, { "found": { "$not": { "$size": 1 }, "$exists": true } }] },
        doc! { "$and": [{ "found": { "$exists": true } }, { "found": { "$elemMatch": { "a": 1 } } }] },
        doc! { "found": { "$size": 1, "$elemMatch": { "a": 1 } } },
        doc! { "found": [], "found.a": 1 },
        doc! { "found": [null] },
        doc! { "found": { "$in": [null, []] } },
        doc! { "found.0": { "$exists": true } },
        doc! { "found.0": { "$exists": false }, "b": { "$ne": 1 } },
        doc! { "found.0": { "$exists": true }, "found": { "$size": 2 } },
        doc! { "found.0": { "$exists": true, "$size": 1 } },
        doc! { "found.0": { "$not": { "$exists": true } } },
        doc! { "found.1": { "$exists": true } },
        doc! { "found.0": { "$exists": true }, "found.0.a": 1 },
        doc! { "found.0.0": { "$exists": true } },
    ];
    all.extend(
        conditions.map(|condition| vec![doc! { "$match": condition }, doc! { "$project": { "b": 1 } }]),
    );
    all
}

proptest! {
    #[test]
    fn unread_parts_of_matches_make_no_difference(
        left in prop::collection::vec(local_document(), 1..6),
        mut right in prop::collection::vec(document_of(value()), 0..10),
        indexes in prop::collection::vec(index(), 0..2),
        (local, foreign) in (prop_oneof![8 => path(), 1 => Just("_id")], prop_oneof![8 => path(), 1 => Just("_id")]),
        unwind in prop::option::of(prop::sample::select(vec![
            doc! { "path": "$found" },
            doc! { "path": "$found", "preserveNullAndEmptyArrays": true },
            doc! { "path": "$found", "includeArrayIndex": "c" },
        ])),
    ) {
        let mut engine = Engine::new(EngineOptions::default());
        // A field name may look like an array position.
        for other in right.iter_mut().skip(1).step_by(3) {
            other.insert("0", vec![1, 2]);
        }
        filled("left", &left, &mut engine);
        filled("right", &right, &mut engine);
        for index in indexes {
            run(&mut engine, doc! { "createIndexes": "right", "indexes": [index] });
        }
        let join = doc! { "$lookup": { "from": "right", "localField": local, "foreignField": foreign, "as": "found" } };
        let counting = if unwind.is_none() { counting() } else { Vec::new() };
        let unwind = unwind.map(|unwind| doc! { "$unwind": unwind });
        let joined: Vec<_> = [join].into_iter().chain(unwind).collect();
        for behind in parts().into_iter().chain(counting) {
            // A stage that reads whole documents requires all parts.
            let whole = [doc! { "$redact": "$$KEEP" }];
            let expected = results(&mut engine, &[&joined, &whole[..], &behind].concat());
            let found = results(&mut engine, &[joined.as_slice(), &behind].concat());
            prop_assert_eq!(format!("{found:?}"), format!("{expected:?}"), "{:?}", behind);
        }
    }
}

/// Exceeds the minimum number of records for columns.
const RECORDS: usize = 700;

/// Mostly values of one type, so that a column can count documents.
fn joined_value() -> impl Strategy<Value = Bson> {
    prop_oneof![
        24 => (0i32..9).prop_map(Bson::Int32),
        1 => (0i64..9).prop_map(Bson::Int64),
        1 => value(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn counted_matches_agree_with_found_ones(
        pool in prop::collection::vec(prop::option::weighted(0.9, joined_value()), 1..20),
        left in prop::collection::vec(joined_value().prop_filter("refused", |v| !format!("{v:?}").contains("Undefined")), 1..10),
        key in prop::sample::select(vec![doc! { "a": 1 }, doc! { "a": -1 }, doc! { "a": 1, "b": 1 }]),
        removed in prop::collection::vec(0..RECORDS as i32, 0..20),
    ) {
        let mut engine = Engine::new(EngineOptions::default());
        let right = (0..RECORDS).map(|at| {
            let mut document = doc! { "_id": at as i32, "b": (at % 3) as i32, "text": "x".repeat(at % 50) };
            if let Some(value) = &pool[at * 7 % pool.len()] {
                document.insert("a", value.clone());
            }
            document
        });
        run(&mut engine, doc! { "insert": "right", "documents": right.collect::<Vec<_>>() });
        run(&mut engine, doc! { "createIndexes": "right", "indexes": [{ "key": key, "name": "index" }] });
        for id in removed {
            run(&mut engine, doc! { "delete": "right", "deletes": [{ "q": { "_id": id }, "limit": 1 }] });
        }
        // Enough documents that counting all values begins on the way.
        let documents = (0..90).map(|at| doc! { "_id": at, "a": left[at as usize % left.len()].clone() });
        run(&mut engine, doc! { "insert": "left", "documents": documents.collect::<Vec<_>>() });
        let join = doc! { "$lookup": { "from": "right", "localField": "a", "foreignField": "a", "as": "found" } };
        let counted = [join.clone(), doc! { "$project": { "n": { "$size": "$found" } } }];
        let sizes: Vec<Document> = results(&mut engine, std::slice::from_ref(&join))
            .iter()
            .map(|found| doc! { "_id": found.get_i32("_id").unwrap(), "n": found.get_array("found").unwrap().len() as i32 })
            .collect();
        // The second run has a column.
        for _ in 0..2 {
            prop_assert_eq!(results(&mut engine, &counted), sizes.clone());
            prop_assert_eq!(examined(&mut engine, &counted), examined(&mut engine, std::slice::from_ref(&join)));
        }
        // One field of the matches, read from its column.
        let unwound = [join.clone(), doc! { "$unwind": "$found" }];
        let whole = doc! { "$redact": "$$KEEP" };
        for field in ["a", "b", "text", "none"] {
            let behind = [doc! { "$project": { "all": format!("$found.{field}") } }];
            for joined in [std::slice::from_ref(&join), &unwound] {
                let expected = results(&mut engine, &[joined, std::slice::from_ref(&whole), &behind].concat());
                let part = [joined, &behind].concat();
                for _ in 0..2 {
                    prop_assert_eq!(format!("{:?}", results(&mut engine, &part)), format!("{expected:?}"));
                }
                prop_assert_eq!(examined(&mut engine, &part), examined(&mut engine, joined));
            }
        }
    }
}
