//! Groups read through an index or from sorted documents agree with groups of all documents.

mod common;

use bson::{Bson, Document, doc};
use common::{document_of, filter, path, run, value};
use engine::{Engine, EngineOptions};
use proptest::prelude::*;
use proptest::sample::select;

/// Returns the groups of a pipeline as text, unordered; `None` when the sort is rejected.
fn groups(engine: &mut Engine, stages: &[Document], hint: Option<Document>) -> Option<Vec<String>> {
    let mut command = doc! { "aggregate": "c", "pipeline": stages.to_vec(), "cursor": {} };
    if let Some(hint) = hint {
        command.insert("hint", hint);
    }
    let reply = run(engine, command.clone());
    let batch = reply.get_document("cursor").and_then(|cursor| cursor.get_array("firstBatch"));
    if reply.get_str("errmsg").is_ok_and(|text| text.contains("parallel arrays")) {
        return None;
    }
    let batch = batch.unwrap_or_else(|_| panic!("{command}: {reply}"));
    let mut texts: Vec<String> = batch.iter().map(Bson::to_string).collect();
    texts.sort_unstable();
    Some(texts)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn one_document_per_group_suffices(
        documents in prop::collection::vec(document_of(value()), 1..25),
        key in path(),
        second in select(vec!["b", "c", "a.c"]),
        directions in (select(vec![1, -1]), select(vec![1, -1]), any::<bool>()),
        filter in prop::option::of(filter()),
        accumulator in select(vec!["none", "$first", "$last", "$top", "$bottom"]),
        wraps in any::<bool>(),
    ) {
        let mut engine = Engine::new(EngineOptions::default());
        for (id, document) in documents.iter().enumerate() {
            let mut document = document.clone();
            document.insert("_id", id as i32);
            run(&mut engine, doc! { "insert": "c", "documents": [document] });
        }
        prop_assume!(key != second);
        let (one, other, reversed) = directions;
        let index = doc! { key: one, second: other, "_id": 1 };
        let reply =
            run(&mut engine, doc! { "createIndexes": "c", "indexes": [{ "key": index.clone(), "name": "i" }] });
        // Two arrays can't be sorted.
        prop_assume!(reply.get_f64("ok").is_ok_and(|ok| ok == 1.0));
        // Sort by all fields of the index, so that the order is total.
        let turn = if reversed { -1 } else { 1 };
        let order = doc! { key: one * turn, second: other * turn, "_id": turn };
        let path = format!("${key}");
        let mut group = doc! { "_id": if wraps { Bson::Document(doc! { "k": path }) } else { path.into() } };
        let mut stages = Vec::new();
        stages.extend(filter.map(|filter| doc! { "$match": filter }));
        match accumulator {
            "none" => {}
            "$first" | "$last" => {
                stages.push(doc! { "$sort": order });
                group.insert("n", doc! { accumulator: "$_id" });
                group.insert("o", doc! { accumulator: { "$ifNull": [format!("${second}"), "none"] } });
            }
            _ => {
                group.insert("n", doc! { accumulator: { "sortBy": order, "output": "$_id" } });
            }
        }
        stages.push(doc! { "$group": group });
        let by_scan = groups(&mut engine, &stages, Some(doc! { "$natural": 1 }));
        prop_assume!(by_scan.is_some());
        let by_plan = groups(&mut engine, &stages, None);
        // Without an order, any of several equal values may represent a group.
        if accumulator == "none" {
            prop_assert_eq!(by_plan.map(|all| all.len()), by_scan.map(|all| all.len()), "{:?}", stages);
        } else {
            prop_assert_eq!(by_plan, by_scan, "{:?}", stages);
        }
    }

    #[test]
    fn sorted_documents_are_grouped_one_by_one(
        documents in prop::collection::vec(document_of(value()), 1..25),
        key in path(),
        direction in select(vec![1, -1]),
        wraps in any::<bool>(),
    ) {
        let mut engine = Engine::new(EngineOptions::default());
        for (id, document) in documents.iter().enumerate() {
            let mut document = document.clone();
            document.insert("_id", id as i32);
            run(&mut engine, doc! { "insert": "c", "documents": [document] });
        }
        let path = format!("${key}");
        let id = if wraps { Bson::Document(doc! { "k": path }) } else { path.into() };
        let mut stages = vec![
            doc! { "$sort": { key: direction } },
            doc! { "$group": { "_id": id, "all": { "$push": "$_id" }, "n": { "$avg": "$_id" } } },
        ];
        let in_order = groups(&mut engine, &stages, None);
        // A limit makes the stage compute all groups first.
        stages.push(doc! { "$limit": 1_000_000 });
        prop_assert_eq!(in_order, groups(&mut engine, &stages, None), "{:?}", stages);
    }
}

/// Returns all results of a pipeline, in batches of a size.
fn in_batches(engine: &mut Engine, stages: &[Document], size: i32) -> Vec<String> {
    let mut reply =
        run(engine, doc! { "aggregate": "c", "pipeline": stages.to_vec(), "cursor": { "batchSize": size } });
    let mut texts = Vec::new();
    let mut name = "firstBatch";
    loop {
        let cursor = reply.get_document("cursor").unwrap_or_else(|_| panic!("{stages:?}: {reply}"));
        let batch = cursor.get_array(name).unwrap_or_else(|_| panic!("{stages:?}: {reply}"));
        assert!(batch.len() <= size as usize);
        texts.extend(batch.iter().map(Bson::to_string));
        match cursor.get_i64("id") {
            Ok(0) | Err(_) => return texts,
            Ok(id) => reply = run(engine, doc! { "getMore": id, "collection": "c", "batchSize": size }),
        }
        name = "nextBatch";
    }
}

/// Group keys whose results have equal sizes in places.
fn key() -> impl Strategy<Value = Bson> {
    prop_oneof![
        20 => (0i32..400).prop_map(Bson::Int32),
        8 => "[a-c]{1,2}".prop_map(Bson::String),
        1 => value(),
    ]
}

/// Summands: mostly integers, whose sums may need more bits.
fn summed() -> impl Strategy<Value = Bson> {
    prop_oneof![
        40 => (-9i32..9).prop_map(Bson::Int32),
        2 => Just(Bson::Int32(i32::MAX)),
        1 => value(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn similar_groups_are_written_correctly(
        pool in prop::collection::vec((key(), prop::option::weighted(0.95, summed())), 1..900),
        sorted in any::<bool>(),
        size in select(vec![1, 3, 40, 101, 2000]),
    ) {
        let mut engine = Engine::new(EngineOptions::default());
        let document = |(key, summed): (Bson, Option<Bson>)| {
            let mut document = doc! { "k": key };
            document.extend(summed.map(|summed| ("v".to_owned(), summed)));
            document
        };
        let mut documents: Vec<Document> = pool.into_iter().map(document).collect();
        if sorted {
            documents.sort_by_key(|document| document.get("k").map(Bson::to_string));
        }
        run(&mut engine, doc! { "insert": "c", "documents": documents });
        for group in [
            doc! { "_id": "$k", "sum": { "$sum": "$v" }, "n": { "$sum": 1 } },
            doc! { "_id": "$k", "mean": { "$avg": "$v" }, "sum": { "$sum": "$v" } },
            doc! { "_id": "$k", "n": { "$count": {} } },
            doc! { "_id": "$k", "n": { "$sum": 1_000_000_000 }, "last": { "$max": "$v" } },
            doc! { "_id": "$k" },
        ] {
            let group = doc! { "$group": group };
            // With a stage after it, each group is built separately.
            let alone = in_batches(&mut engine, &[group.clone(), doc! { "$redact": "$$KEEP" }], 5000);
            prop_assert_eq!(in_batches(&mut engine, &[group], size), alone);
        }
    }
}
