//! Whatever plan is chosen, the answer is that of reading every document.

use bson::{Bson, Document, doc};
use engine::{Engine, EngineOptions};
use proptest::prelude::*;

fn run(engine: &mut Engine, mut command: Document) -> Document {
    command.insert("$db", "test");
    let reply = engine.run_command(&command.to_vec().expect("encodable"));
    Document::from_reader(reply.as_slice()).expect("a document")
}

fn scalar() -> impl Strategy<Value = Bson> + Clone {
    prop_oneof![
        6 => (0i32..6).prop_map(Bson::Int32),
        1 => (0i64..6).prop_map(Bson::Int64),
        1 => prop::sample::select(vec![0.5, 2.0, 3.5, f64::NAN, f64::INFINITY]).prop_map(Bson::Double),
        2 => prop::sample::select(vec!["", "a", "ab", "b"]).prop_map(|text| Bson::String(text.into())),
        1 => Just(Bson::Null),
        1 => any::<bool>().prop_map(Bson::Boolean),
        1 => prop::sample::select(vec![Bson::MinKey, Bson::MaxKey, Bson::Undefined]),
    ]
}

fn value() -> BoxedStrategy<Bson> {
    scalar()
        .prop_recursive(2, 8, 3, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..3).prop_map(Bson::Array),
                document_of(inner).prop_map(Bson::Document),
            ]
        })
        .boxed()
}

fn document_of(inner: impl Strategy<Value = Bson> + Clone + 'static) -> impl Strategy<Value = Document> {
    prop::collection::vec((prop::sample::select(vec!["a", "b", "c"]), inner), 0..3)
        .prop_map(|fields| fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

fn path() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["a", "b", "c", "a.b", "a.c", "b.a", "a.0", "b.0.a"])
}

/// A value that a filter may compare with.
fn operand() -> impl Strategy<Value = Bson> {
    value().prop_filter("undefined is refused", |value| *value != Bson::Undefined)
}

fn condition() -> impl Strategy<Value = Bson> {
    let range = prop::sample::select(vec!["$gt", "$gte", "$lt", "$lte", "$eq", "$ne"]);
    let simple = prop_oneof![
        (range.clone(), operand()).prop_map(|(operator, value)| doc! { operator: value }),
        (scalar(), scalar())
            .prop_filter("undefined is refused", |(a, b)| *a != Bson::Undefined && *b != Bson::Undefined)
            .prop_map(|(low, high)| doc! { "$gte": low, "$lt": high }),
        prop::collection::vec(scalar().prop_filter("refused", |v| *v != Bson::Undefined), 0..4)
            .prop_map(|values| doc! { "$in": values }),
        prop::collection::vec(scalar().prop_filter("refused", |v| *v != Bson::Undefined), 0..3)
            .prop_map(|values| doc! { "$nin": values }),
        any::<bool>().prop_map(|exists| doc! { "$exists": exists }),
        prop::sample::select(vec!["number", "string", "array", "object", "null", "bool"])
            .prop_map(|name| doc! { "$type": name }),
        prop::sample::select(vec!["^a", "b", "^a.*b", "^"]).prop_map(|pattern| doc! { "$regex": pattern }),
        (0i32..3).prop_map(|size| doc! { "$size": size }),
        (2i32..4, 0i32..2).prop_map(|(divisor, rest)| doc! { "$mod": [divisor, rest] }),
        prop::collection::vec(scalar().prop_filter("refused", |v| *v != Bson::Undefined), 1..3)
            .prop_map(|values| doc! { "$all": values }),
    ];
    let element = (prop::sample::select(vec!["a", "b", "c"]), simple.clone())
        .prop_map(|(field, inner)| doc! { "$elemMatch": { field: inner } });
    let value_element = simple.clone().prop_map(|inner| doc! { "$elemMatch": inner });
    let negated = simple.clone().prop_map(|inner| doc! { "$not": inner });
    prop_oneof![
        6 => simple.prop_map(Bson::Document),
        1 => element.prop_map(Bson::Document),
        1 => value_element.prop_map(Bson::Document),
        1 => negated.prop_map(Bson::Document),
        2 => operand().prop_filter("operators are documents", |v| !matches!(v, Bson::Document(_))),
    ]
}

fn filter() -> impl Strategy<Value = Document> {
    let fields = prop::collection::vec((path(), condition()), 0..3)
        .prop_map(|fields| fields.into_iter().map(|(p, c)| (p.to_owned(), c)).collect::<Document>());
    fields.prop_recursive(2, 6, 3, |inner| {
        let list = prop::collection::vec(inner.clone(), 1..3);
        (prop::sample::select(vec!["$or", "$and", "$nor"]), list, inner).prop_map(
            |(operator, list, mut rest)| {
                rest.insert(operator, list);
                rest
            },
        )
    })
}

fn index() -> impl Strategy<Value = Document> {
    let direction = prop::sample::select(vec![1i32, -1]);
    let key = prop::collection::vec((path(), direction), 1..3).prop_map(|fields| {
        fields.into_iter().map(|(p, d)| (p.to_owned(), Bson::Int32(d))).collect::<Document>()
    });
    let wildcard = prop::sample::select(vec!["$**", "a.$**"])
        .prop_map(|key| doc! { "key": { key: 1 }, "name": format!("{key}_wildcard") });
    let ordered = (key, prop::sample::select(vec!["plain", "sparse", "partial"])).prop_map(|(key, kind)| {
        let name: Vec<String> = key.iter().map(|(path, direction)| format!("{path}_{direction}")).collect();
        let mut spec = doc! { "key": key, "name": format!("{}_{kind}", name.join("_")) };
        match kind {
            "sparse" => {
                spec.insert("sparse", true);
            }
            "partial" => {
                spec.insert("partialFilterExpression", doc! { "b": { "$gt": 1 } });
            }
            _ => {}
        }
        spec
    });
    prop_oneof![4 => ordered, 1 => wildcard]
}

fn ids(reply: &Document) -> Vec<i32> {
    let batch = reply.get_document("cursor").and_then(|cursor| cursor.get_array("firstBatch"));
    let batch = batch.unwrap_or_else(|_| panic!("no batch: {reply}"));
    batch.iter().filter_map(|d| d.as_document()?.get_i32("_id").ok()).collect()
}

proptest! {

    #[test]
    fn an_index_answers_as_a_scan_does(
        documents in prop::collection::vec(document_of(value()), 1..25),
        indexes in prop::collection::vec(index(), 0..4),
        filters in prop::collection::vec(filter(), 1..5),
        sort in prop::option::of((path(), prop::sample::select(vec![1i32, -1]))),
        limit in prop::option::of(1i64..5),
    ) {
        let mut engine = Engine::new(EngineOptions::default());
        for (id, document) in documents.iter().enumerate() {
            let mut document = document.clone();
            document.insert("_id", id as i32);
            run(&mut engine, doc! { "insert": "c", "documents": [document] });
        }
        let mut names = Vec::new();
        for index in &indexes {
            let name = index.get_str("name").expect("named").to_owned();
            // Parallel arrays are refused, and two definitions may collide.
            let reply = run(&mut engine, doc! { "createIndexes": "c", "indexes": [index.clone()] });
            if reply.get_f64("ok").is_ok_and(|ok| ok == 1.0) {
                names.push(name);
            }
        }
        for filter in &filters {
            let scan = doc! { "find": "c", "filter": filter.clone(), "hint": { "$natural": 1 } };
            let expected = ids(&run(&mut engine, scan));
            let count = run(&mut engine, doc! { "count": "c", "query": filter.clone() });
            prop_assert_eq!(count.get_i32("n").ok(), Some(expected.len() as i32), "count {}", filter);
            let find = doc! { "find": "c", "filter": filter.clone() };
            let mut found = ids(&run(&mut engine, find.clone()));
            found.sort_unstable();
            prop_assert_eq!(&found, &expected, "{}", filter);
            for name in &names {
                let mut hinted = find.clone();
                hinted.insert("hint", name.clone());
                let partial = ["sparse", "partial", "wildcard"].iter().any(|kind| name.ends_with(kind));
                let reply = run(&mut engine, hinted);
                if partial {
                    // A hint may ask for an index that does not hold every document.
                    continue;
                }
                let mut found = ids(&reply);
                found.sort_unstable();
                prop_assert_eq!(&found, &expected, "{} by {}", filter, name);
            }
            if let Some((path, direction)) = &sort {
                // `_id` makes the order complete.
                let order = doc! { *path: *direction, "_id": 1 };
                let mut by_scan = doc! { "find": "c", "filter": filter.clone(), "sort": order.clone(), "hint": { "$natural": 1 } };
                let mut by_plan = doc! { "find": "c", "filter": filter.clone(), "sort": order };
                if let Some(limit) = limit {
                    by_scan.insert("limit", limit);
                    by_plan.insert("limit", limit);
                }
                prop_assert_eq!(
                    ids(&run(&mut engine, by_plan.clone())),
                    ids(&run(&mut engine, by_scan)),
                    "{}", by_plan
                );
                // The order of one field alone, by whatever index there is.
                let keys = |by: Document| -> Vec<i32> { ids(&by) };
                let single = doc! { "find": "c", "filter": filter.clone(), "sort": { *path: *direction } };
                let mut found = keys(run(&mut engine, single));
                found.sort_unstable();
                prop_assert_eq!(&found, &expected, "sort {} {}", filter, path);
            }
        }
    }
}
