//! Shared parts of the property tests: random documents and filters, and running commands.

#![allow(dead_code, unreachable_pub, reason = "each test uses its part")]

pub mod point;
pub mod scan;
pub mod stream;

use bson::{Bson, Document, doc};
use engine::Engine;
use proptest::prelude::*;

pub fn run(engine: &mut Engine, mut command: Document) -> Document {
    command.insert("$db", "test");
    let reply = engine.run_command(&command.to_vec().expect("encodable"));
    Document::from_reader(reply.as_slice()).expect("a document")
}

pub fn scalar() -> impl Strategy<Value = Bson> + Clone {
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

pub fn value() -> BoxedStrategy<Bson> {
    scalar()
        .prop_recursive(2, 8, 3, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..3).prop_map(Bson::Array),
                document_of(inner).prop_map(Bson::Document),
            ]
        })
        .boxed()
}

pub fn document_of(inner: impl Strategy<Value = Bson> + Clone + 'static) -> impl Strategy<Value = Document> {
    prop::collection::vec((prop::sample::select(vec!["a", "b", "c"]), inner), 0..3)
        .prop_map(|fields| fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

pub fn path() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["a", "b", "c", "a.b", "a.c", "b.a", "a.0", "b.0.a"])
}

/// The operand of a comparison in a filter.
pub fn operand() -> impl Strategy<Value = Bson> {
    value().prop_filter("undefined is refused", |value| *value != Bson::Undefined)
}

pub fn condition() -> impl Strategy<Value = Bson> {
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

pub fn filter() -> impl Strategy<Value = Document> {
    let fields = prop::collection::vec((path(), condition()), 0..3)
        .prop_map(|fields| fields.into_iter().map(|(p, c)| (p.to_owned(), c)).collect::<Document>());
    let compared = (prop::sample::select(vec!["$eq", "$lt", "$lte", "$gt", "$gte"]), path(), value());
    let expression = compared.prop_map(|(operator, path, value)| {
        doc! { "$expr": { operator: [format!("${path}"), { "$literal": value }] } }
    });
    prop_oneof![6 => fields, 1 => expression].prop_recursive(2, 6, 3, |inner| {
        let list = prop::collection::vec(inner.clone(), 1..3);
        (prop::sample::select(vec!["$or", "$and", "$nor"]), list, inner).prop_map(
            |(operator, list, mut rest)| {
                rest.insert(operator, list);
                rest
            },
        )
    })
}

pub fn ids(reply: &Document) -> Vec<i32> {
    let batch = reply.get_document("cursor").and_then(|cursor| cursor.get_array("firstBatch"));
    let batch = batch.unwrap_or_else(|_| panic!("no batch: {reply}"));
    batch.iter().filter_map(|d| d.as_document()?.get_i32("_id").ok()).collect()
}

/// An element of `createIndexes`' `indexes`.
pub fn index() -> impl Strategy<Value = Document> {
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
    let compound = prop::sample::select(vec![
        doc! { "key": { "c": 1, "a.$**": 1 } },
        doc! { "key": { "b": -1, "a.$**": -1, "c": 1 } },
        doc! { "key": { "a.$**": 1, "c": 1 } },
        doc! { "key": { "a.b": 1, "$**": 1 }, "wildcardProjection": { "b": 1, "a.c": 1 } },
        doc! { "key": { "c": 1, "$**": 1 }, "wildcardProjection": { "c": 0, "a.c": 0 } },
    ])
    .prop_map(|mut spec| {
        let names: Vec<&str> = spec.get_document("key").expect("a key").keys().map(String::as_str).collect();
        let name = format!("{}_wildcard", names.join("_"));
        spec.insert("name", name);
        spec
    });
    prop_oneof![4 => ordered, 1 => wildcard, 1 => compound]
}
