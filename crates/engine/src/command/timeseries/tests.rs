use crate::testing::doc;
use crate::{Engine, EngineOptions};

fn run(engine: &mut Engine, json: &str) -> bson::Document {
    let mut command = bson::Document::from_reader(doc(json).as_slice()).expect("BSON");
    command.insert("$db", "test");
    let reply = engine.run_command(&command.to_vec().expect("encodable"));
    bson::Document::from_reader(reply.as_slice()).expect("BSON")
}

/// Returns the documents of a cursor with a single batch.
fn all(engine: &mut Engine, json: &str) -> Vec<bson::Document> {
    let reply = run(engine, json);
    let cursor = reply.get_document("cursor").unwrap_or_else(|_| panic!("{json}: {reply}"));
    assert_eq!(cursor.get_i64("id").ok(), Some(0), "{json}");
    let batch = cursor.get_array("firstBatch").expect("a batch");
    batch.iter().map(|one| one.as_document().expect("a document").clone()).collect()
}

fn with_series(options: &str) -> Engine {
    let mut engine = Engine::new(EngineOptions::default());
    let reply = run(
        &mut engine,
        &format!(r#"{{"create": "m", "timeseries": {{"timeField": "t", "metaField": "s"}}{options}}}"#),
    );
    assert_eq!(reply.get_f64("ok").ok(), Some(1.0), "{reply}");
    engine
}

fn millis(time: i64) -> String {
    format!(r#"{{"$date": {{"$numberLong": "{time}"}}}}"#)
}

fn insert(engine: &mut Engine, collection: &str, documents: &[String]) {
    let reply =
        run(engine, &format!(r#"{{"insert": "{collection}", "documents": [{}]}}"#, documents.join(", ")));
    assert_eq!(reply.get_i32("n").ok(), Some(documents.len() as i32), "{reply}");
}

#[test]
fn a_bucket_holds_a_thousand_measurements_of_an_hour() {
    let mut engine = with_series("");
    let many: Vec<String> =
        (0..1002).map(|n| format!(r#"{{"_id": {n}, "s": 1, "t": {}}}"#, millis(60_000 + n))).collect();
    insert(&mut engine, "m", &many);
    insert(&mut engine, "m", &[format!(r#"{{"_id": 2000, "s": 1, "t": {}}}"#, millis(3_659_999))]);
    insert(&mut engine, "m", &[format!(r#"{{"_id": 2001, "s": 1, "t": {}}}"#, millis(3_660_000))]);
    let buckets =
        all(&mut engine, r#"{"find": "system.buckets.m", "projection": {"control.count": 1, "_id": 0}}"#);
    let counts: Vec<i32> =
        buckets.iter().map(|one| one.get_document("control").unwrap().get_i32("count").unwrap()).collect();
    assert_eq!(counts, [1000, 3, 1]);
    assert_eq!(all(&mut engine, r#"{"find": "m", "batchSize": 2000}"#).len(), 1004);
}

#[test]
fn a_bucket_holds_few_large_measurements() {
    let mut engine = with_series("");
    let text = "x".repeat(20_000);
    let many: Vec<String> =
        (0..12).map(|n| format!(r#"{{"s": 1, "t": {}, "text": "{text}"}}"#, millis(n))).collect();
    insert(&mut engine, "m", &many);
    let buckets = all(&mut engine, r#"{"find": "system.buckets.m", "projection": {"control.count": 1}}"#);
    let counts: Vec<i32> =
        buckets.iter().map(|one| one.get_document("control").unwrap().get_i32("count").unwrap()).collect();
    assert_eq!(counts, [10, 2]);
}

#[test]
fn measurements_expire_by_whole_buckets() {
    let start = EngineOptions::default().now_millis;
    let mut engine = with_series(r#", "expireAfterSeconds": 60"#);
    let early = format!(r#"{{"_id": 1, "s": 1, "t": {}}}"#, millis(start));
    let late = format!(r#"{{"_id": 2, "s": 1, "t": {}}}"#, millis(start + 3_500_000));
    insert(&mut engine, "m", &[early, late]);
    engine.set_now(start + 3_600_000);
    assert_eq!(all(&mut engine, r#"{"find": "m"}"#).len(), 2);
    engine.set_now(start + 3_660_000);
    assert_eq!(all(&mut engine, r#"{"find": "m"}"#).len(), 0);
}

#[test]
fn a_partial_index_lets_some_series_expire() {
    let start = EngineOptions::default().now_millis;
    let mut engine = with_series("");
    let index = r#"{"createIndexes": "m", "indexes": [{"key": {"t": 1}, "name": "x", "expireAfterSeconds": 60,
        "partialFilterExpression": {"s": {"$gt": 1}}}]}"#;
    assert_eq!(run(&mut engine, index).get_f64("ok").ok(), Some(1.0));
    for series in 1..=2 {
        insert(&mut engine, "m", &[format!(r#"{{"_id": {series}, "s": {series}, "t": {}}}"#, millis(start))]);
    }
    engine.set_now(start + 3_660_000);
    let left = all(&mut engine, r#"{"find": "m"}"#);
    assert_eq!(left.iter().map(|one| one.get_i32("_id").unwrap()).collect::<Vec<_>>(), [1]);
}

#[test]
fn a_dump_keeps_time_series() {
    let mut engine = with_series(r#", "expireAfterSeconds": 60"#);
    insert(&mut engine, "m", &[format!(r#"{{"_id": 1, "s": {{"a": 1}}, "t": {}}}"#, millis(1))]);
    let mut other = Engine::new(EngineOptions::default());
    other.load(&engine.dump()).expect("a dump");
    insert(&mut other, "m", &[format!(r#"{{"_id": 2, "s": {{"a": 1}}, "t": {}}}"#, millis(2))]);
    assert_eq!(all(&mut other, r#"{"find": "m"}"#).len(), 2);
    assert_eq!(all(&mut other, r#"{"find": "system.buckets.m"}"#).len(), 1);
    let listed = r#"{"listCollections": 1, "filter": {"type": "timeseries"}}"#;
    assert_eq!(all(&mut other, listed), all(&mut engine, listed));
    let indexes = r#"{"listIndexes": "m"}"#;
    assert_eq!(all(&mut other, indexes), all(&mut engine, indexes));
}

#[test]
fn bucket_filters_lose_no_measurement() {
    let mut seed = 7_u64;
    let mut next = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    let mut engine = with_series("");
    let metas = ["1", "1.0", "null", r#"{"a": 1, "b": 2}"#, r#"{"b": 2, "a": 1}"#, "[1, 2]", r#""x""#];
    let documents: Vec<String> = (0..300)
        .map(|id| {
            let meta = match next(8) {
                7 => String::new(),
                at => format!(r#""s": {}, "#, metas[at as usize]),
            };
            format!(r#"{{"_id": {id}, {meta}"t": {}, "n": {}}}"#, millis(next(9_000_000) as i64), next(5))
        })
        .collect();
    insert(&mut engine, "m", &documents);
    // Copy the measurements into a collection without buckets.
    run(&mut engine, r#"{"aggregate": "m", "pipeline": [{"$out": "plain"}], "cursor": {}}"#);
    for _ in 0..150 {
        let mut condition = || match next(6) {
            0 => format!(r#"{{"s": {}}}"#, metas[next(7) as usize]),
            1 => format!(r#"{{"s": {{"$ne": {}}}}}"#, metas[next(7) as usize]),
            2 => r#"{"$or": [{"s.a": 1}, {"s": {"$exists": false}}]}"#.to_owned(),
            3 => format!(r#"{{"n": {}}}"#, next(5)),
            _ => {
                let operator = ["$gt", "$gte", "$lt", "$lte", "$eq", "$ne"][next(6) as usize];
                format!(r#"{{"t": {{"{operator}": {}}}}}"#, millis(next(9_000_000) as i64))
            }
        };
        let filter = format!(r#"{{"$and": [{}, {}]}}"#, condition(), condition());
        let find = |collection: &str| {
            format!(
                r#"{{"find": "{collection}", "filter": {filter}, "sort": {{"_id": 1}}, "batchSize": 500}}"#
            )
        };
        assert_eq!(all(&mut engine, &find("m")), all(&mut engine, &find("plain")), "{filter}");
    }
}
