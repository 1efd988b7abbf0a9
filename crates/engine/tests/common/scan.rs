//! Shared parts of the tests of scans.

use bson::{Document, doc};
use engine::Engine;
use proptest::prelude::*;

use super::{ids, run};

/// Inserts documents into the collection `c`.
pub fn insert(engine: &mut Engine, documents: Vec<Document>) {
    let reply = run(engine, doc! { "insert": "c", "documents": documents });
    assert_eq!(reply.get_f64("ok").ok(), Some(1.0), "{reply}");
}

/// Asserts that forward and backward scans return and count the same documents.
pub fn assert_same(engine: &mut Engine, filter: &Document) -> Result<(), TestCaseError> {
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
