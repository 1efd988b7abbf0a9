//! A `find` by equality on one path, which skips the planner if possible, has the same reply and costs as a
//! planned one.

mod common;

use std::slice::from_ref;

use bson::{Document, doc};
use common::point::{accesses, last_entry, reports_broken_bytes, searched, server};
use common::{document_of, index, operand, run, value};
use proptest::prelude::*;

proptest! {
    #[test]
    fn point_finds_agree_with_planned_ones(
        documents in prop::collection::vec(document_of(value()), 0..16),
        indexes in prop::collection::vec(index(), 0..3),
        path in searched(),
        value in operand(),
        limit in prop::sample::select(vec![None, Some(false), Some(true)]),
    ) {
        let mut find = doc! { "find": "c", "filter": { path: value } };
        if let Some(single) = limit {
            find.insert("limit", 1);
            if single {
                find.insert("singleBatch", true);
            }
        }
        let mut planned = find.clone();
        // Additional fields prevent the fast path.
        planned.insert("comment", "in full");
        let (mut one, mut other) = (server(&documents, &indexes), server(&documents, &indexes));
        // Compare text, since NaN is not equal to itself.
        prop_assert_eq!(format!("{:?}", run(&mut one, find)), format!("{:?}", run(&mut other, planned)));
        prop_assert_eq!(last_entry(&mut one), last_entry(&mut other));
        prop_assert_eq!(accesses(&mut one), accesses(&mut other));
    }

    #[test]
    fn point_writes_agree_with_planned_ones(
        documents in prop::collection::vec(document_of(value()), 0..16),
        indexes in prop::collection::vec(index(), 0..3),
        path in searched(),
        value in operand(),
        many in any::<bool>(),
        deletes in any::<bool>(),
    ) {
        let filter = doc! { path: value };
        let mut planned = filter.clone();
        // No document has the field, and no index.
        planned.insert("unknown", doc! { "$exists": false });
        let write = |q: Document| if deletes {
            doc! { "delete": "c", "deletes": [{ "q": q, "limit": i32::from(!many) }] }
        } else {
            doc! { "update": "c", "updates": [{ "q": q, "u": { "$inc": { "n": 1 } }, "multi": many }] }
        };
        let (mut one, mut other) = (server(&documents, &indexes), server(&documents, &indexes));
        prop_assert_eq!(run(&mut one, write(filter)), run(&mut other, write(planned)));
        let (mut entry, mut expected) = (last_entry(&mut one), last_entry(&mut other));
        for entry in [&mut entry, &mut expected] {
            let summary = entry.get_str("planSummary").unwrap_or_default().replace("EXPRESS_", "");
            entry.insert("planSummary", summary);
        }
        prop_assert_eq!(entry, expected);
        prop_assert_eq!(accesses(&mut one), accesses(&mut other));
        let all = doc! { "find": "c", "sort": { "_id": 1 } };
        prop_assert_eq!(format!("{:?}", run(&mut one, all.clone())), format!("{:?}", run(&mut other, all)));
    }
}

#[test]
fn larger_results_use_a_cursor() {
    for count in [100, 101, 102, 250] {
        let documents: Vec<_> = (0..count).map(|n| doc! { "a": 1, "n": n }).collect();
        let index = doc! { "key": { "a": 1 }, "name": "a_1" };
        let find = doc! { "find": "c", "filter": { "a": 1 } };
        let mut planned = find.clone();
        planned.insert("comment", "in full");
        let (mut one, mut other) =
            (server(&documents, from_ref(&index)), server(&documents, from_ref(&index)));
        let reply = run(&mut one, find);
        assert_eq!(reply, run(&mut other, planned));
        let first = reply.get_document("cursor").and_then(|cursor| cursor.get_array("firstBatch"));
        assert_eq!(first.map(Vec::len).ok(), Some(count.min(101) as usize));
        assert_eq!(accesses(&mut one), accesses(&mut other));
    }
}

#[test]
fn malformed_bytes_are_reported() {
    let mut engine = server(&[doc! { "a": 1 }], &[]);
    reports_broken_bytes(&mut engine, doc! { "find": "c", "filter": { "_id": "text" } });
}
