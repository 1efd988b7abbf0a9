//! An `update` of one document by equality on one path, which takes the fast path if possible, has the same
//! effect and costs as on the general path.

mod common;

use bson::{Document, doc};
use common::point::{accesses, last_entry, reports_broken_bytes, searched, server};
use common::{document_of, index, operand, run, value};
use proptest::prelude::*;

/// Updates of every kind: with and without an effect, moving the record, rejected.
fn change() -> impl Strategy<Value = Document> {
    let field = prop::sample::select(vec!["a", "b", "a.b", "n", "_id", "a.$", "a.$[]", "$bad", ""]);
    let operator =
        prop::sample::select(vec!["$inc", "$set", "$push", "$unset", "$min", "$pull", "$rename", "$unknown"]);
    prop_oneof![
        8 => (operator, field, value()).prop_map(|(operator, field, value)| doc! { operator: { field: value } }),
        2 => (0i32..3).prop_map(|n| doc! { "$inc": { "n": n }, "$set": { "b": "x".repeat(n as usize * 40) } }),
        1 => Just(doc! { "$set": {} }),
        1 => Just(doc! { "replaced": true }),
        1 => Just(doc! {}),
    ]
}

proptest! {
    #[test]
    fn point_updates_agree_with_general_ones(
        documents in prop::collection::vec(document_of(value()), 0..16),
        indexes in prop::collection::vec(index(), 0..3),
        path in searched(),
        value in operand(),
        change in change(),
        ordered in prop::sample::select(vec![None, Some(true), Some(false)]),
        multi in prop::sample::select(vec![None, Some(true), Some(false)]),
    ) {
        let mut statement = doc! { "q": { path: value }, "u": change };
        if let Some(multi) = multi {
            statement.insert("multi", multi);
        }
        let mut update = doc! { "update": "c", "updates": [statement] };
        if let Some(ordered) = ordered {
            update.insert("ordered", ordered);
        }
        let mut full = update.clone();
        // Additional fields prevent the fast path.
        full.insert("comment", "in full");
        let (mut one, mut other) = (server(&documents, &indexes), server(&documents, &indexes));
        prop_assert_eq!(format!("{:?}", run(&mut one, update)), format!("{:?}", run(&mut other, full)));
        prop_assert_eq!(
            format!("{:?}", last_entry(&mut one)), format!("{:?}", last_entry(&mut other)));
        prop_assert_eq!(accesses(&mut one), accesses(&mut other));
        let all = doc! { "find": "c", "sort": { "_id": 1 } };
        prop_assert_eq!(format!("{:?}", run(&mut one, all.clone())), format!("{:?}", run(&mut other, all)));
    }
}

#[test]
fn special_collections_and_locked_servers_use_the_general_path() {
    let both = |prepare: &[Document], name: &str| {
        let update = doc! {
            "update": name, "updates": [{ "q": { "_id": 1 }, "u": { "$inc": { "n": 1 } }, "multi": false }]
        };
        let mut full = update.clone();
        full.insert("comment", "in full");
        let replies = [update, full].map(|update| {
            let mut engine = server(&[doc! { "n": 1 }, doc! { "n": "text" }], &[]);
            for command in prepare {
                assert_eq!(run(&mut engine, command.clone()).get_f64("ok").ok(), Some(1.0), "{command}");
            }
            run(&mut engine, update)
        });
        assert_eq!(replies[0], replies[1], "{name}");
        replies[0].clone()
    };
    let code = |reply: &Document| reply.get_i32("code").ok();
    let view = [doc! { "create": "v", "viewOn": "c", "pipeline": [] }];
    assert_eq!(code(&both(&view, "v")), Some(166));
    let series = [doc! { "create": "s", "timeseries": { "timeField": "t", "metaField": "m" } }];
    both(&series, "s");
    both(&series, "system.buckets.s");
    let collated = [doc! { "create": "k", "collation": { "locale": "en", "strength": 1 } }];
    both(&collated, "k");
    both(&[], "system.views");
    both(&[], "unknown");
    let refused = both(&[doc! { "collMod": "c", "validator": { "n": { "$lt": 0 } } }], "c");
    assert!(refused.get_array("writeErrors").is_ok_and(|errors| errors.len() == 1), "{refused}");
}

#[test]
fn malformed_bytes_are_reported() {
    let mut engine = server(&[doc! { "a": 1 }], &[]);
    run(&mut engine, doc! { "insert": "c", "documents": [{ "_id": "text" }] });
    let change = doc! { "$set": { "a": "b", "c": [1, { "d": true }] } };
    reports_broken_bytes(
        &mut engine,
        doc! { "update": "c", "updates": [{ "q": { "_id": "text" }, "u": change, "multi": false }], "ordered": true },
    );
    let found = run(&mut engine, doc! { "find": "c", "filter": { "_id": "text" } });
    assert_eq!(found.get_f64("ok").ok(), Some(1.0), "{found}");
}
