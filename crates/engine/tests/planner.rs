//! Every plan has the same result as a collection scan, under any collation.

mod common;

use bson::{Bson, Document, doc};
use common::{document_of, filter, ids, index, path, run, value};
use engine::{Engine, EngineOptions};
use proptest::prelude::*;

/// Formats a value such that equal numbers of different types are equal.
fn plain(value: &Bson) -> String {
    match value {
        Bson::Int32(n) => f64::from(*n).to_string(),
        Bson::Int64(n) => (*n as f64).to_string(),
        Bson::Double(n) => n.to_string(),
        Bson::Array(items) => format!("{:?}", items.iter().map(plain).collect::<Vec<_>>()),
        Bson::Document(fields) => {
            format!("{{{:?}}}", fields.iter().map(|(name, value)| (name, plain(value))).collect::<Vec<_>>())
        }
        other => format!("{other:?}"),
    }
}

fn distinct(engine: &mut Engine, command: Document) -> Vec<String> {
    let reply = run(engine, command);
    let values = reply.get_array("values").unwrap_or_else(|_| panic!("no values: {reply}"));
    let mut texts: Vec<String> = values.iter().map(plain).collect();
    texts.sort_unstable();
    texts
}

proptest! {

    #[test]
    fn indexes_agree_with_scans(
        documents in prop::collection::vec(document_of(value()), 1..25),
        indexes in prop::collection::vec(index(), 0..4),
        filters in prop::collection::vec(filter(), 1..5),
        sort in prop::option::of((path(), prop::sample::select(vec![1i32, -1]))),
        limit in prop::option::of(1i64..5),
        folding in prop::collection::vec(any::<bool>(), 4),
        folds in any::<bool>(),
    ) {
        let mut engine = Engine::new(EngineOptions::default());
        for (id, document) in documents.iter().enumerate() {
            let mut document = document.clone();
            document.insert("_id", id as i32);
            run(&mut engine, doc! { "insert": "c", "documents": [document] });
        }
        let mut names = Vec::new();
        let collation = doc! { "locale": "en", "strength": 2 };
        let ask = |mut command: Document| {
            if folds {
                command.insert("collation", collation.clone());
            }
            command
        };
        for (index, folding) in indexes.iter().zip(folding) {
            let mut index = index.clone();
            if folding {
                index.insert("collation", collation.clone());
            }
            let name = index.get_str("name").expect("named").to_owned();
            // Parallel arrays are rejected, and two definitions may conflict.
            let reply = run(&mut engine, doc! { "createIndexes": "c", "indexes": [index.clone()] });
            if reply.get_f64("ok").is_ok_and(|ok| ok == 1.0) {
                names.push(name);
            }
        }
        for filter in &filters {
            let scan = ask(doc! { "find": "c", "filter": filter.clone(), "hint": { "$natural": 1 } });
            let expected = ids(&run(&mut engine, scan));
            let count = run(&mut engine, ask(doc! { "count": "c", "query": filter.clone() }));
            prop_assert_eq!(count.get_i32("n").ok(), Some(expected.len() as i32), "count {}", filter);
            let find = ask(doc! { "find": "c", "filter": filter.clone() });
            // The third run uses the cached plan.
            for _ in 0..3 {
                let mut found = ids(&run(&mut engine, find.clone()));
                found.sort_unstable();
                prop_assert_eq!(&found, &expected, "{}", filter);
            }
            for name in &names {
                let mut hinted = find.clone();
                hinted.insert("hint", name.clone());
                let partial = ["sparse", "partial", "wildcard"].iter().any(|kind| name.ends_with(kind));
                let reply = run(&mut engine, hinted);
                if partial {
                    // A hinted index may not contain every document.
                    continue;
                }
                let mut found = ids(&reply);
                found.sort_unstable();
                prop_assert_eq!(&found, &expected, "{} by {}", filter, name);
            }
            if let Some((path, direction)) = &sort {
                // `_id` makes the order total.
                let order = doc! { *path: *direction, "_id": 1 };
                let mut by_scan = ask(doc! { "find": "c", "filter": filter.clone(), "sort": order.clone(), "hint": { "$natural": 1 } });
                let mut by_plan = ask(doc! { "find": "c", "filter": filter.clone(), "sort": order });
                if let Some(limit) = limit {
                    by_scan.insert("limit", limit);
                    by_plan.insert("limit", limit);
                }
                prop_assert_eq!(
                    ids(&run(&mut engine, by_plan.clone())),
                    ids(&run(&mut engine, by_scan)),
                    "{}", by_plan
                );
                let mut values = ask(doc! { "distinct": "c", "key": *path, "query": filter.clone() });
                let by_plan = distinct(&mut engine, values.clone());
                values.insert("hint", doc! { "$natural": 1 });
                prop_assert_eq!(by_plan, distinct(&mut engine, values), "distinct {} {}", path, filter);
                // Sorting by one field, with any index.
                let keys = |by: Document| -> Vec<i32> { ids(&by) };
                let single = ask(doc! { "find": "c", "filter": filter.clone(), "sort": { *path: *direction } });
                let mut found = keys(run(&mut engine, single));
                found.sort_unstable();
                prop_assert_eq!(&found, &expected, "sort {} {}", filter, path);
            }
        }
    }
}

/// Few values in nested arrays, so that array positions often exist.
fn nested() -> BoxedStrategy<Bson> {
    (1i32..4)
        .prop_map(Bson::Int32)
        .prop_recursive(3, 12, 3, |inner| {
            prop_oneof![
                3 => prop::collection::vec(inner.clone(), 0..3).prop_map(Bson::Array),
                1 => inner.prop_map(|value| Bson::Document(doc! { "b": value })),
            ]
        })
        .boxed()
}

proptest! {
    #[test]
    fn array_positions_agree_between_index_and_scan(
        values in prop::collection::vec(nested(), 1..12),
        key in prop::sample::select(vec!["a.0", "a.1", "a.0.0", "a.0.b", "a.b.0"]),
        operand in nested(),
        operator in prop::sample::select(vec!["$eq", "$gt", "$lte", "$ne"]),
        sort in any::<bool>(),
    ) {
        let filters = [
            doc! { key: { operator: operand.clone() } },
            doc! { key: { "$not": { operator: operand.clone() } } },
            doc! { key: { "$in": [operand.clone(), 3] } },
            doc! { key: operand },
        ];
        let mut answers = Vec::new();
        for indexed in [false, true] {
            let mut engine = Engine::new(EngineOptions::default());
            let documents = values.iter().enumerate().map(|(id, value)| doc! { "_id": id as i32, "a": value.clone() });
            run(&mut engine, doc! { "insert": "c", "documents": documents.collect::<Vec<_>>() });
            if indexed {
                run(&mut engine, doc! { "createIndexes": "c", "indexes": [{ "key": { key: 1 }, "name": "places" }] });
            }
            for filter in &filters {
                let mut find = doc! { "find": "c", "filter": filter.clone() };
                if sort {
                    find.insert("sort", doc! { key: 1, "_id": 1 });
                }
                let mut found = ids(&run(&mut engine, find));
                if !sort {
                    found.sort_unstable();
                }
                let counted = run(&mut engine, doc! { "count": "c", "query": filter.clone() });
                answers.push((filter.clone(), found, counted.get_i32("n").unwrap_or(-1)));
            }
        }
        let (scanned, searched) = answers.split_at(filters.len());
        for (one, other) in scanned.iter().zip(searched) {
            prop_assert_eq!(one, other);
        }
    }
}

#[test]
fn a_scan_examines_no_more_than_it_needs() {
    let mut engine = Engine::new(EngineOptions::default());
    // Enough documents for columns.
    let documents: Vec<Document> = (0..600).map(|at| doc! { "_id": at, "a": at * 7 % 10 }).collect();
    run(&mut engine, doc! { "insert": "c", "documents": documents });
    for (filter, limit, examined) in
        [(doc! { "a": 7 }, 1, 2), (doc! { "a": 4 }, 2, 13), (doc! { "a": 0 }, 0, 600)]
    {
        let find = doc! { "find": "c", "filter": filter, "limit": limit };
        let reply = run(&mut engine, doc! { "explain": find, "verbosity": "executionStats" });
        let stats = reply.get_document("executionStats").expect("statistics");
        assert_eq!(stats.get("totalDocsExamined"), Some(&Bson::Int32(examined)), "{stats}");
    }
}
