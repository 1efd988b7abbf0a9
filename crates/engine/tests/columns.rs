//! Columns never change an answer: forward scans read them, backward scans do not.

mod common;

use bson::{Bson, Document, doc};
use common::{document_of, filter, ids, path, run, value};
use engine::{Engine, EngineOptions};
use proptest::prelude::*;

/// More than the fewest records that columns are kept for.
const RECORDS: usize = 600;

/// A collection `c` of many records with few different documents.
fn filled(pool: &[Document]) -> Engine {
    let mut engine = Engine::new(EngineOptions::default());
    let documents = (0..RECORDS).map(|at| numbered(&pool[at * 7 % pool.len()], at));
    insert(&mut engine, documents.collect());
    engine
}

fn numbered(document: &Document, id: usize) -> Document {
    let mut document = document.clone();
    document.insert("_id", id as i32);
    document
}

fn insert(engine: &mut Engine, documents: Vec<Document>) {
    let reply = run(engine, doc! { "insert": "c", "documents": documents });
    assert_eq!(reply.get_f64("ok").ok(), Some(1.0), "{reply}");
}

fn assert_same(engine: &mut Engine, filter: &Document) -> Result<(), TestCaseError> {
    let find = |direction: i32| {
        doc! { "find": "c", "filter": filter.clone(), "hint": { "$natural": direction }, "batchSize": 10_000 }
    };
    let forward = ids(&run(engine, find(1)));
    let mut backward = ids(&run(engine, find(-1)));
    backward.reverse();
    prop_assert_eq!(&forward, &backward, "{}", filter);
    let count = run(engine, doc! { "count": "c", "query": filter.clone(), "hint": { "$natural": 1 } });
    prop_assert_eq!(count.get_i32("n").ok(), Some(forward.len() as i32), "count {}", filter);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_scan_of_columns_finds_what_a_scan_of_documents_finds(
        pool in prop::collection::vec(document_of(value()), 1..12),
        later in prop::collection::vec((0..RECORDS, document_of(value())), 0..5),
        filters in prop::collection::vec(filter(), 1..5),
    ) {
        let mut engine = filled(&pool);
        for filter in &filters {
            assert_same(&mut engine, filter)?;
        }
        for (at, (id, document)) in later.iter().enumerate() {
            let id = *id as i32;
            run(&mut engine, doc! { "update": "c", "updates": [{ "q": { "_id": id }, "u": document.clone() }] });
            run(&mut engine, doc! { "delete": "c", "deletes": [{ "q": { "_id": (id + 1) % 600 }, "limit": 1 }] });
            insert(&mut engine, vec![numbered(document, RECORDS + at)]);
            for filter in &filters {
                assert_same(&mut engine, filter)?;
            }
        }
    }
}

/// Something to group by or to accumulate.
fn operand() -> impl Strategy<Value = Bson> {
    prop_oneof![
        6 => path().prop_filter("no field path", |path| !path.contains('0')).prop_map(|path| format!("${path}").into()),
        1 => Just(Bson::Int32(1)),
        1 => Just(Bson::Null),
        1 => Just(Bson::Document(doc! { "$ifNull": ["$a", "$b"] })),
    ]
}

fn accumulator() -> impl Strategy<Value = Document> {
    let names = vec!["$sum", "$avg", "$min", "$max", "$first", "$last", "$push", "$addToSet"];
    (prop::sample::select(names), operand()).prop_map(|(name, argument)| doc! { name: argument })
}

/// A `$group`, with an `$unwind` in front or not.
fn grouping() -> impl Strategy<Value = Vec<Document>> {
    let unwound = prop::option::of(prop::sample::select(vec!["$a", "$b", "$a.b"]));
    (unwound, operand(), prop::collection::vec(accumulator(), 0..4)).prop_map(
        |(unwound, id, accumulators)| {
            let mut group = doc! { "_id": id };
            for (at, accumulator) in accumulators.into_iter().enumerate() {
                group.insert(format!("f{at}"), accumulator);
            }
            let unwind = unwound.map(|path| doc! { "$unwind": path });
            unwind.into_iter().chain([doc! { "$group": group }]).collect()
        },
    )
}

fn aggregated(engine: &mut Engine, pipeline: Vec<Document>) -> String {
    let command = doc! { "aggregate": "c", "pipeline": pipeline, "cursor": { "batchSize": 10_000 } };
    // As text, in which NaN equals itself.
    run(engine, command).to_string()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn groups_made_of_columns_are_those_made_of_documents(
        pool in prop::collection::vec(document_of(value()), 1..12),
        filter in filter(),
        groupings in prop::collection::vec(grouping(), 1..6),
    ) {
        let mut engine = filled(&pool);
        for grouping in &groupings {
            let all = || vec![doc! { "$match": filter.clone() }];
            let by_columns = aggregated(&mut engine, [all(), grouping.clone()].concat());
            // What goes through a limit goes one by one.
            let limited = [all(), vec![doc! { "$limit": 1_000_000 }], grouping.clone()].concat();
            let by_documents = aggregated(&mut engine, limited);
            prop_assert_eq!(by_columns, by_documents, "{:?}", grouping);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_first_in_order_are_the_same_by_columns(
        pool in prop::collection::vec(document_of(value()), 1..12),
        filter in filter(),
        sorts in prop::collection::vec((path(), prop::sample::select(vec![1i32, -1]), 1i64..30), 1..5),
    ) {
        let mut engine = filled(&pool);
        for (path, direction, limit) in sorts {
            // `_id` makes the order complete.
            let find = |natural: i32| {
                let sort = doc! { path: direction, "_id": 1 };
                doc! {
                    "find": "c", "filter": filter.clone(), "sort": sort, "limit": limit,
                    "hint": { "$natural": natural },
                }
            };
            let by_columns = ids(&run(&mut engine, find(1)));
            prop_assert_eq!(by_columns, ids(&run(&mut engine, find(-1))), "{} {}", path, direction);
        }
    }
}

#[test]
fn a_scan_examines_no_more_than_it_needs() {
    let pool: Vec<Document> = (0..10).map(|n| doc! { "a": n }).collect();
    let mut engine = filled(&pool);
    for (filter, limit, examined) in
        [(doc! { "a": 7 }, 1, 2), (doc! { "a": 4 }, 2, 13), (doc! { "a": 0 }, 0, 600)]
    {
        let find = doc! { "find": "c", "filter": filter, "limit": limit };
        let reply = run(&mut engine, doc! { "explain": find, "verbosity": "executionStats" });
        let stats = reply.get_document("executionStats").expect("statistics");
        assert_eq!(stats.get("totalDocsExamined"), Some(&Bson::Int32(examined)), "{stats}");
    }
}
