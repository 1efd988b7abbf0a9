//! Queries on a time series agree with queries on an ordinary collection: buckets are skipped only if no
//! measurement in them can match.

mod common;

use bson::{DateTime, Document, doc};
use common::{document_of, filter, ids, run, value};
use engine::{Engine, EngineOptions};
use proptest::prelude::*;

/// Returns the documents as measurements of three series, a quarter of an hour apart.
fn measured(pool: &[Document]) -> Vec<Document> {
    let one = |at: usize| {
        let mut document = pool[at * 7 % pool.len()].clone();
        document.insert("_id", at as i32);
        document.insert("m", at as i32 % 3);
        document.insert("t", DateTime::from_millis(at as i64 * 900_000));
        document
    };
    (0..60).map(one).collect()
}

/// Inserts the documents into `c`, and as measurements into `m`.
fn filled(pool: &[Document]) -> Engine {
    let mut engine = Engine::new(EngineOptions::default());
    run(&mut engine, doc! { "create": "m", "timeseries": { "timeField": "t", "metaField": "m" } });
    for collection in ["c", "m"] {
        let reply = run(&mut engine, doc! { "insert": collection, "documents": measured(pool) });
        assert_eq!(reply.get_i32("n").ok(), Some(60), "{reply}");
    }
    engine
}

fn found(engine: &mut Engine, collection: &str, filter: &Document) -> Vec<i32> {
    let mut found =
        ids(&run(engine, doc! { "find": collection, "filter": filter.clone(), "batchSize": 1000 }));
    found.sort_unstable();
    found
}

/// A condition on times in the first 15 hours.
fn times() -> impl Strategy<Value = Document> {
    let operator = prop::sample::select(vec!["$eq", "$gt", "$gte", "$lt", "$lte", "$ne"]);
    (operator, -2..18i64)
        .prop_map(|(operator, hour)| doc! { "t": { operator: DateTime::from_millis(hour * 3_600_000) } })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn time_series_agree_with_ordinary_collections(
        pool in prop::collection::vec(document_of(value()), 1..8),
        filters in prop::collection::vec(filter(), 1..6),
        times in times(),
        indexed in any::<bool>(),
    ) {
        let mut engine = filled(&pool);
        if indexed {
            // The index can't be built if there are arrays.
            let index = doc! { "key": { "a": 1 }, "name": "a" };
            run(&mut engine, doc! { "createIndexes": "m", "indexes": [index] });
        }
        for filter in &filters {
            for filter in [filter.clone(), doc! { "$and": [filter.clone(), times.clone()] }] {
                let (plain, measured) = (found(&mut engine, "c", &filter), found(&mut engine, "m", &filter));
                prop_assert_eq!(plain, measured, "{}", filter);
            }
        }
        let statement = doc! { "q": { "$and": [filters[0].clone(), times.clone()] }, "limit": 0 };
        for collection in ["c", "m"] {
            run(&mut engine, doc! { "delete": collection, "deletes": [statement.clone()] });
        }
        let (plain, measured) = (found(&mut engine, "c", &doc! {}), found(&mut engine, "m", &doc! {}));
        prop_assert_eq!(plain, measured, "left of {}", statement);
    }
}
