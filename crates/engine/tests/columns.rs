//! Columns never change an answer: forward scans use them, backward scans don't.

mod common;

use bson::{Bson, Document, doc};
use common::scan::{assert_same, insert};
use common::{condition, document_of, filter, ids, path, run, scalar, value};
use engine::{Engine, EngineOptions};
use proptest::prelude::*;

/// Exceeds the minimum number of records for columns.
const RECORDS: usize = 600;

/// Creates a collection `c` of many records with few different documents.
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

/// Changes fields of some documents, replaces one, deletes the next one and inserts another.
fn write(engine: &mut Engine, at: usize, id: usize, document: &Document) {
    let id = id as i32;
    let value = document.get("a").cloned().unwrap_or(Bson::Null);
    let change = match at % 3 {
        0 => doc! { "$set": { "a": value } },
        1 => doc! { "$unset": { "b.c": 1 }, "$set": { "new": value } },
        _ => doc! { "$rename": { "c": "d", "b": "a" } },
    };
    let some = doc! { "q": { "_id": { "$gte": id, "$lt": id + 30 } }, "u": change, "multi": true };
    run(engine, doc! { "update": "c", "updates": [some] });
    run(engine, doc! { "update": "c", "updates": [{ "q": { "_id": id }, "u": document.clone() }] });
    run(engine, doc! { "delete": "c", "deletes": [{ "q": { "_id": (id + 1) % 600 }, "limit": 1 }] });
    insert(engine, vec![numbered(document, RECORDS + at)]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn scans_of_columns_and_documents_agree(
        pool in prop::collection::vec(document_of(value()), 1..12),
        later in prop::collection::vec((0..RECORDS, document_of(value())), 0..5),
        filters in prop::collection::vec(filter(), 1..5),
    ) {
        let mut engine = filled(&pool);
        for filter in &filters {
            assert_same(&mut engine, filter)?;
        }
        for (at, (id, document)) in later.iter().enumerate() {
            write(&mut engine, at, *id, document);
            for filter in &filters {
                assert_same(&mut engine, filter)?;
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn distinct_agrees_with_and_without_columns(
        pool in prop::collection::vec(document_of(value()), 1..12),
        (path, filter) in (path(), filter()),
    ) {
        let mut engine = filled(&pool);
        // Too few documents for columns; the others repeat them.
        for at in 0..pool.len() {
            let document = numbered(&pool[at * 7 % pool.len()], at);
            run(&mut engine, doc! { "insert": "few", "documents": [document] });
        }
        // The numbers differ.
        prop_assume!(path != "_id" && !filter.to_string().contains("_id"));
        let distinct = |name: &str| doc! { "distinct": name, "key": path, "query": filter.clone() };
        let (many, few) = (run(&mut engine, distinct("c")), run(&mut engine, distinct("few")));
        prop_assert_eq!(format!("{:?}", many.get("values")), format!("{:?}", few.get("values")), "{}", filter);
    }
}

/// A group key or the operand of an accumulator.
fn operand() -> impl Strategy<Value = Bson> {
    prop_oneof![
        6 => path().prop_filter("no field path", |path| !path.contains('0')).prop_map(|path| format!("${path}").into()),
        1 => Just(Bson::Int32(1)),
        1 => Just(Bson::Null),
        4 => computed(),
    ]
}

/// A computed expression, which fails for some documents.
fn computed() -> impl Strategy<Value = Bson> {
    prop::sample::select(vec![
        doc! { "$ifNull": ["$a", "$b"] },
        doc! { "x": "$a", "y": "$b" },
        doc! { "x": "$a.b" },
        doc! { "$add": ["$a", 1] },
        doc! { "$multiply": ["$b", "$a.b"] },
        doc! { "$concat": ["$a", "-", { "$toString": { "$ifNull": ["$b", ""] } }] },
        doc! { "$cond": [{ "$gt": ["$a", 1] }, "$b", { "$type": "$a" }] },
        doc! { "$size": { "$ifNull": ["$b", []] } },
        doc! { "$mergeObjects": ["$$ROOT", { "z": "$c" }] },
        doc! { "$isArray": "$a" },
    ])
    .prop_map(Bson::Document)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn cached_conditions_agree_with_documents(
        pool in prop::collection::vec(document_of(value()), 1..12),
        later in prop::collection::vec((0..RECORDS, document_of(value())), 0..5),
        conditions in prop::collection::vec((computed(), filter(), any::<bool>()), 1..4),
    ) {
        let mut engine = filled(&pool);
        let mut asked = 0;
        let mut assert_same = |engine: &mut Engine| {
            for (condition, filter, alone) in &conditions {
                // A condition is cached only from its second run on.
                asked += 1;
                let new = doc! { "$and": [condition.clone(), asked] };
                let mut replies = [Bson::Document(new), condition.clone(), condition.clone()].map(|expression| {
                    let mut query = doc! { "$expr": expression };
                    if !alone {
                        query.insert("$or", [filter.clone(), doc! { "a": 1 }].to_vec());
                    }
                    let find = doc! { "find": "c", "filter": query, "hint": { "$natural": 1 }, "batchSize": 10_000 };
                    run(engine, find).to_string()
                });
                // Only errors show which condition failed.
                if replies.iter().any(|reply| reply.contains("errmsg")) {
                    replies = replies.map(|reply| reply.contains("errmsg").to_string());
                }
                prop_assert_eq!(&replies[0], &replies[1], "{}", condition);
                prop_assert_eq!(&replies[0], &replies[2], "{}", condition);
            }
            Ok(())
        };
        assert_same(&mut engine)?;
        for (at, (id, document)) in later.iter().enumerate() {
            write(&mut engine, at, *id, document);
            assert_same(&mut engine)?;
        }
    }
}

/// A group key of `$bucketAuto`.
fn divided() -> impl Strategy<Value = Bson> {
    prop_oneof![
        3 => prop::sample::select(vec!["$a", "$b", "$a.b", "$_id"]).prop_map(Bson::from),
        1 => computed(),
        1 => Just(Bson::Document(doc! { "$mod": ["$_id", 17] })),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn buckets_agree_with_and_without_columns(
        pool in prop::collection::vec(document_of(value()), 1..12),
        later in prop::collection::vec((0..RECORDS, document_of(value())), 0..3),
        (by, operand, filter) in (divided(), operand(), filter()),
        (buckets, filtered) in (1..9i32, any::<bool>()),
    ) {
        let mut engine = filled(&pool);
        let output = doc! { "n": { "$sum": 1 }, "s": { "$sum": operand.clone() }, "v": { "$avg": operand } };
        let stage = doc! { "$bucketAuto": { "groupBy": by, "buckets": buckets, "output": output } };
        let mut pipeline = vec![stage];
        if filtered {
            pipeline.insert(0, doc! { "$match": filter });
        }
        // Prevents the use of columns: documents are read one by one.
        let mut slow = pipeline.clone();
        slow.insert(slow.len() - 1, doc! { "$unionWith": "nothing" });
        for (at, (id, document)) in later.iter().enumerate() {
            prop_assert_eq!(aggregated(&mut engine, pipeline.clone()), aggregated(&mut engine, slow.clone()));
            write(&mut engine, at, *id, document);
        }
        prop_assert_eq!(aggregated(&mut engine, pipeline), aggregated(&mut engine, slow));
    }
}

/// The operand of `$elemMatch`: mostly an array of documents.
fn elements() -> impl Strategy<Value = Bson> {
    let field = || prop_oneof![6 => scalar(), 1 => value()];
    let element = prop_oneof![
        3 => (field(), field()).prop_map(|(b, c)| Bson::Document(doc! { "b": b, "c": c })),
        1 => document_of(field()).prop_map(Bson::Document),
    ];
    let array = prop::collection::vec(element.clone(), 0..4).prop_map(Bson::Array);
    let mixed =
        prop::collection::vec(prop_oneof![2 => element.clone(), 1 => value()], 0..4).prop_map(Bson::Array);
    prop_oneof![6 => array, 2 => mixed, 1 => element]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn element_matches_agree_with_and_without_columns(
        pool in prop::collection::vec((elements(), any::<bool>()), 1..12),
        later in prop::collection::vec((0..RECORDS, elements()), 0..3),
        conditions in prop::collection::vec((condition(), condition()), 1..4),
        negated in any::<bool>(),
    ) {
        let documents: Vec<Document> = pool
            .into_iter()
            .map(|(elements, nested)| if nested { doc! { "a": { "b": elements } } } else { doc! { "a": elements } })
            .collect();
        let mut engine = filled(&documents);
        let filters: Vec<Document> = conditions
            .iter()
            .flat_map(|(b, c)| ["a", "a.b"].map(|path| (path, doc! { "$elemMatch": { "b": b.clone(), "c": c.clone() } })))
            .map(|(path, found)| if negated { doc! { path: { "$not": found } } } else { doc! { path: found } })
            .collect();
        for filter in &filters {
            assert_same(&mut engine, filter)?;
        }
        for (at, (id, elements)) in later.iter().enumerate() {
            write(&mut engine, at, *id, &doc! { "a": elements.clone() });
            for filter in &filters {
                assert_same(&mut engine, filter)?;
            }
        }
    }
}

/// Numbers of all types, and other values.
fn summand() -> impl Strategy<Value = Bson> {
    let doubles = vec![0.1, -0.0, 1e16, -1e16, 1e300, 2.5, f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
    let decimal = |text: &str| Bson::Decimal128(text.parse().expect("a decimal"));
    prop_oneof![
        4 => any::<i32>().prop_map(Bson::Int32),
        4 => any::<f64>().prop_map(Bson::Double),
        2 => prop::sample::select(doubles).prop_map(Bson::Double),
        1 => any::<i64>().prop_map(Bson::Int64),
        1 => prop::sample::select(vec![decimal("0.1"), decimal("NaN"), Bson::Null, Bson::String("a".into())]),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn sums_agree_with_and_without_columns(
        // Few values per pool, so that sums of a single type occur too.
        pools in prop::collection::vec(prop::collection::vec(summand(), 1..4), 1..6),
        doubles in any::<bool>(),
    ) {
        let mut engine = Engine::new(EngineOptions::default());
        let documents = (0..RECORDS).map(|at| {
            let pool = &pools[at % pools.len()];
            let value = match &pool[at / pools.len() % pool.len()] {
                Bson::Int64(_) | Bson::Decimal128(_) | Bson::String(_) if doubles => Bson::Null,
                value => value.clone(),
            };
            doc! { "_id": at as i32, "key": (at % pools.len()) as i32, "n": value }
        });
        insert(&mut engine, documents.collect());
        let mut group = doc! { "_id": "$key" };
        for name in ["$sum", "$avg", "$min", "$max", "$stdDevPop"] {
            group.insert(&name[1..], doc! { name: "$n" });
        }
        let grouping = vec![doc! { "$group": group }];
        let by_documents = [vec![doc! { "$limit": 1_000_000 }], grouping.clone()].concat();
        prop_assert_eq!(aggregated(&mut engine, grouping), aggregated(&mut engine, by_documents));
    }
}

/// Stages that process documents independently.
fn stages() -> impl Strategy<Value = Vec<Document>> {
    let stage = prop_oneof![
        2 => prop::sample::select(vec!["$a", "$b", "$a.b"]).prop_map(|path| doc! { "$unwind": path }),
        1 => Just(doc! { "$unwind": { "path": "$a", "preserveNullAndEmptyArrays": true, "includeArrayIndex": "c" } }),
        2 => computed().prop_map(|value| doc! { "$addFields": { "c": value } }),
        1 => computed().prop_map(|value| doc! { "$set": { "a": value, "b.c": 1 } }),
        1 => computed().prop_map(|value| doc! { "$project": { "a": value, "b": 1 } }),
        1 => Just(doc! { "$unset": "a.b" }),
        1 => computed().prop_map(|value| doc! { "$replaceWith": { "$ifNull": [{ "$cond": [{ "$isArray": "$b" }, { "a": value }, "$a"] }, {}] } }),
        1 => filter().prop_map(|filter| doc! { "$match": filter }),
    ];
    prop::collection::vec(stage, 0..4)
}

fn accumulator() -> impl Strategy<Value = Document> {
    let names = vec![
        "$sum",
        "$avg",
        "$min",
        "$max",
        "$first",
        "$last",
        "$push",
        "$addToSet",
        "$stdDevPop",
        "$stdDevSamp",
    ];
    (prop::sample::select(names), operand()).prop_map(|(name, argument)| doc! { name: argument })
}

/// A `$group`, a `$count` or a limited `$sort`, optionally after other stages.
fn grouping() -> impl Strategy<Value = Vec<Document>> {
    let group = (operand(), prop::collection::vec(accumulator(), 0..4)).prop_map(|(id, accumulators)| {
        let mut group = doc! { "_id": id };
        for (at, accumulator) in accumulators.into_iter().enumerate() {
            group.insert(format!("f{at}"), accumulator);
        }
        vec![doc! { "$group": group }]
    });
    let direction = || prop::sample::select(vec![1i32, -1]);
    let sort = (path(), direction(), path(), direction(), 1i64..20).prop_map(|(a, up, b, down, limit)| {
        let mut pattern = doc! { a: up };
        pattern.insert(b, down);
        vec![doc! { "$sort": pattern }, doc! { "$limit": limit }]
    });
    let last = prop_oneof![4 => group, 2 => sort, 1 => Just(vec![doc! { "$count": "n" }])];
    (stages(), last).prop_map(|(stages, last)| [stages, last].concat())
}

fn aggregated(engine: &mut Engine, pipeline: Vec<Document>) -> String {
    let command = doc! { "aggregate": "c", "pipeline": pipeline, "cursor": { "batchSize": 10_000 } };
    // Compares text, because NaN equals itself there. An error's document is omitted, since it contains
    // only the fields that later stages read.
    let text = run(engine, command).to_string();
    text.split("Input document: ").next().unwrap_or_default().to_owned()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn groups_agree_with_and_without_columns(
        pool in prop::collection::vec(document_of(value()), 1..12),
        filter in prop_oneof![Just(doc! {}), filter()],
        groupings in prop::collection::vec(grouping(), 1..6),
        later in prop::collection::vec((0..RECORDS, document_of(value())), 0..3),
    ) {
        let mut engine = filled(&pool);
        let assert_same = |engine: &mut Engine| {
            for grouping in &groupings {
                let all = || vec![doc! { "$match": filter.clone() }];
                let by_columns = aggregated(engine, [all(), grouping.clone()].concat());
                // A limit makes documents pass one by one.
                let limited = [all(), vec![doc! { "$limit": 1_000_000 }], grouping.clone()].concat();
                let by_documents = aggregated(engine, limited);
                prop_assert_eq!(&by_columns, &by_documents, "{:?}", grouping);
                // The second of several pipelines with the same input.
                let facets = doc! { "$facet": { "other": [{ "$count": "n" }], "x": grouping.clone() } };
                let taken_out = vec![doc! { "$unwind": "$x" }, doc! { "$replaceWith": "$x" }];
                let by_facet = aggregated(engine, [all(), vec![facets], taken_out].concat());
                prop_assert_eq!(by_columns, by_facet, "{:?}", grouping);
            }
            Ok(())
        };
        assert_same(&mut engine)?;
        for (at, (id, document)) in later.iter().enumerate() {
            write(&mut engine, at, *id, document);
            assert_same(&mut engine)?;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn groups_of_sorted_documents_agree_with_unsorted(
        documents in prop::collection::vec(document_of(value()), 1..40),
        paths in prop::sample::select(vec![("a", "b"), ("b", "a"), ("a.b", "a"), ("a", "c")]),
        directions in prop::sample::select(vec![(1, 1), (1, -1), (-1, -1)]),
    ) {
        let mut engine = Engine::new(EngineOptions::default());
        insert(&mut engine, documents.iter().enumerate().map(|(at, document)| numbered(document, at)).collect());
        let key = doc! { "x": format!("${}", paths.0), "y": format!("${}", paths.1) };
        let group = doc! { "$group": { "_id": key, "n": { "$sum": 1 }, "least": { "$min": "$_id" } } };
        let sort = doc! { "$sort": { paths.1: directions.0, paths.0: directions.1 } };
        let mut groups = |pipeline: Vec<Document>| {
            let command = doc! { "aggregate": "c", "pipeline": pipeline, "cursor": { "batchSize": 10_000 } };
            let reply = run(&mut engine, command);
            let batch = reply.get_document("cursor").and_then(|cursor| cursor.get_array("firstBatch"));
            let shown = batch.map(|batch| batch.iter().map(|group| {
                let group = group.as_document().expect("a group");
                // The order determines which of several equal numbers a group shows.
                format!("{:?} {:?}", group.get("n"), group.get("least"))
            }).collect::<Vec<_>>());
            let mut shown = shown.unwrap_or_else(|_| vec![reply.to_string()]);
            shown.sort();
            shown
        };
        let sorted = groups(vec![sort, group.clone()]);
        let plain = groups(vec![group]);
        // The sort may be rejected.
        if !sorted.first().is_some_and(|reply| reply.contains("errmsg")) {
            prop_assert_eq!(sorted, plain);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn limited_sorts_agree_with_and_without_columns(
        pool in prop::collection::vec(document_of(value()), 1..12),
        filter in filter(),
        sorts in prop::collection::vec((path(), prop::sample::select(vec![1i32, -1]), 1i64..30), 1..5),
    ) {
        let mut engine = filled(&pool);
        for (path, direction, limit) in sorts {
            // `_id` makes the order total.
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

proptest! {
    #[test]
    fn limited_sorts_by_two_fields_agree_with_full_sorts(
        pool in prop::collection::vec(document_of(value()), 1..12),
        scattered in prop::collection::vec(number(), 40),
        few in prop::collection::vec(value(), 1..4),
        fields in prop::sample::select(vec![("few", "many"), ("few", "a"), ("a", "many"), ("a", "b"), ("few", "a.b")]),
        directions in prop::sample::select(vec![(1i32, 1i32), (1, -1), (-1, 1), (-1, -1)]),
        limit in 1i32..30,
    ) {
        let pool: Vec<Document> = (scattered.iter().zip(pool.iter().cycle()).zip(few.iter().cycle()))
            .map(|((number, document), few)| {
                let mut document = document.clone();
                document.insert("few", few.clone());
                document.insert("many", number.clone());
                document
            })
            .collect();
        let mut engine = filled(&pool);
        let find = doc! {
            "find": "c", "sort": { fields.0: directions.0, fields.1: directions.1 }, "batchSize": 100_000,
        };
        let mut first = find.clone();
        first.insert("limit", limit);
        let (all, first) = (run(&mut engine, find), run(&mut engine, first));
        if all.get_f64("ok").ok() == Some(1.0) {
            let all = ids(&all);
            prop_assert_eq!(ids(&first), &all[..all.len().min(limit as usize)]);
        } else {
            prop_assert_eq!(first.get("errmsg"), all.get("errmsg"));
        }
    }
}

/// A number or a date; most are distinct, often with small differences.
fn number() -> impl Strategy<Value = Bson> {
    prop_oneof![
        4 => (-700i32..700).prop_map(Bson::Int32),
        2 => (-9i64..9, -300i64..300).prop_map(|(high, low)| Bson::Int64((high << 40) + low)),
        4 => (-700i32..700).prop_map(|n| Bson::Double(f64::from(n) * 1.5e-9)),
        4 => (-700i64..700).prop_map(|n| Bson::DateTime(bson::DateTime::from_millis(n * n * n))),
        1 => value(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn limited_sorts_of_numbers_agree_with_full_sorts(
        numbers in prop::collection::vec(number(), RECORDS),
        direction in prop::sample::select(vec![1i32, -1]),
        limit in 1i64..40,
        later in prop::collection::vec((0..RECORDS, number()), 0..4),
    ) {
        let mut engine = Engine::new(EngineOptions::default());
        let documents = numbers.iter().enumerate().map(|(at, number)| doc! { "_id": at as i32, "a": number.clone() });
        insert(&mut engine, documents.collect());
        let sort = doc! { "a": direction, "_id": -1 };
        let assert_same = |engine: &mut Engine| {
            let limited = doc! { "find": "c", "sort": sort.clone(), "limit": limit, "hint": { "$natural": 1 } };
            let all = doc! { "find": "c", "sort": sort.clone(), "batchSize": 10_000 };
            let mut all = ids(&run(engine, all));
            all.truncate(limit as usize);
            prop_assert_eq!(ids(&run(engine, limited)), all);
            Ok(())
        };
        assert_same(&mut engine)?;
        for (id, number) in later {
            let change = doc! { "q": { "_id": id as i32 }, "u": { "$set": { "a": number } } };
            run(&mut engine, doc! { "update": "c", "updates": [change] });
            assert_same(&mut engine)?;
        }
    }
}

/// Mostly distinct strings.
fn text() -> impl Strategy<Value = Bson> {
    let words = vec!["st", "sto", "story", "stories of maps", "s", "", "été", "maps", "map\0s"];
    prop_oneof![
        12 => (prop::sample::select(words), 0..3000u32).prop_map(|(word, n)| Bson::String(format!("{word}{n}"))),
        1 => value(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn prefix_columns_find_every_match(
        texts in prop::collection::vec(text(), RECORDS),
        later in prop::collection::vec((0..RECORDS, text()), 0..5),
        pattern in prop::sample::select(vec!["^st", "^stor.*1", "^s", "^story2", "^stories of maps", "^été", "1", "^map"]),
        negated in any::<bool>(),
    ) {
        let mut engine = Engine::new(EngineOptions::default());
        let documents = texts.iter().enumerate().map(|(at, text)| doc! { "_id": at as i32, "a": text.clone() });
        insert(&mut engine, documents.collect());
        let matching = doc! { "$regex": pattern };
        let condition = if negated { doc! { "$not": matching } } else { matching };
        let mut filters = vec![doc! { "a": condition.clone() }, doc! { "a": condition, "_id": { "$gte": 9 } }];
        filters.extend(texts.iter().filter(|text| **text != Bson::Undefined).take(2).map(|text| doc! { "a": { "$eq": text.clone() } }));
        for filter in &filters {
            assert_same(&mut engine, filter)?;
        }
        for (id, text) in later {
            let change = doc! { "q": { "_id": id as i32 }, "u": { "$set": { "a": text } } };
            run(&mut engine, doc! { "update": "c", "updates": [change] });
            for filter in &filters {
                assert_same(&mut engine, filter)?;
            }
        }
    }
}
