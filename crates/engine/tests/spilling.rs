//! Stages above 100 MB spill to disk on a server, unless `allowDiskUse` is false. Here the documents stay
//! in memory.

mod common;

use bson::{Bson, Document, doc};
use common::run;
use engine::{Engine, EngineOptions};

/// Returns an engine whose one document unwinds to more than 100 MB, and the stages that do so.
fn filled() -> (Engine, Vec<Document>) {
    let mut engine = Engine::new(EngineOptions::default());
    let long = "x".repeat(15 * 1024 * 1024);
    run(&mut engine, doc! { "insert": "c", "documents": [{ "_id": 1, "long": long }] });
    (engine, vec![doc! { "$set": { "n": { "$range": [0, 8] } } }, doc! { "$unwind": "$n" }])
}

/// Returns a following stage that needs whole documents but has a small result.
fn totals() -> Document {
    doc! { "$group": { "_id": null, "last": { "$last": "$n" }, "bytes": { "$sum": { "$strLenBytes": "$long" } } } }
}

fn aggregate(pipeline: &[Document], options: &Document) -> Document {
    let mut command = doc! { "aggregate": "c", "pipeline": pipeline, "cursor": {} };
    command.extend(options.clone());
    command
}

#[test]
fn a_sort_beyond_the_limit_spills_unless_it_may_not() {
    let (mut engine, mut pipeline) = filled();
    pipeline.extend([doc! { "$sort": { "n": -1 } }, totals()]);
    for options in [doc! {}, doc! { "allowDiskUse": true }] {
        let reply = run(&mut engine, aggregate(&pipeline, &options));
        let batch = reply.get_document("cursor").and_then(|cursor| cursor.get_array("firstBatch"));
        let total = batch.expect("a batch")[0].as_document().expect("a document");
        assert_eq!(total.get_i32("last").ok(), Some(0), "{options}");
    }
    let refused = run(&mut engine, aggregate(&pipeline, &doc! { "allowDiskUse": false }));
    assert_eq!(refused.get_i32("code").ok(), Some(292), "{refused}");
    let explained =
        run(&mut engine, doc! { "explain": aggregate(&pipeline, &doc! {}), "verbosity": "executionStats" });
    let stages = explained.get_array("stages").expect("stages").iter().filter_map(Bson::as_document);
    let sort = stages.into_iter().find(|stage| stage.contains_key("$sort")).expect("a sort");
    assert_eq!((sort.get_bool("usedDisk").ok(), sort.get_i64("spills").ok()), (Some(true), Some(1)));
}

#[test]
fn groups_buckets_and_windows_spill_as_well() {
    let (mut engine, before) = filled();
    let stages = [
        doc! { "$group": { "_id": { "n": "$n", "long": "$long" } } },
        doc! { "$bucketAuto": { "groupBy": "$n", "buckets": 2, "output": { "n": { "$sum": { "$strLenBytes": "$long" } } } } },
        doc! { "$setWindowFields": { "output": { "all": { "$sum": "$n" } } } },
    ];
    for stage in stages {
        let pipeline = [before.clone(), vec![stage.clone(), totals_or_count(&stage)]].concat();
        let allowed = run(&mut engine, aggregate(&pipeline, &doc! {}));
        assert_eq!(allowed.get_f64("ok").ok(), Some(1.0), "{stage}: {allowed}");
        let refused = run(&mut engine, aggregate(&pipeline, &doc! { "allowDiskUse": false }));
        assert_eq!(refused.get_f64("ok").ok(), Some(0.0), "{stage}");
    }
}

/// Returns a stage that makes a pipeline's result small.
fn totals_or_count(stage: &Document) -> Document {
    if stage.contains_key("$setWindowFields") {
        totals()
    } else {
        doc! { "$count": "n" }
    }
}

#[test]
fn a_plan_whose_sort_exceeds_the_limit_leaves_the_query_to_another() {
    let mut engine = Engine::new(EngineOptions::default());
    // Sorted by `b`, the documents with `a: 2` come first, so that plan has found nothing when the other
    // one fails.
    let small = |n: i32| doc! { "_id": n, "a": 2, "b": n };
    run(&mut engine, doc! { "insert": "c", "documents": (0..200).map(small).collect::<Vec<_>>() });
    let long = "x".repeat(12 * 1024 * 1024);
    for n in 200..210 {
        run(&mut engine, doc! { "insert": "c", "documents": [{ "_id": n, "a": 1, "b": n, "long": &long }] });
    }
    let sorted =
        doc! { "find": "c", "filter": { "a": 1 }, "sort": { "b": 1 }, "allowDiskUse": false, "batchSize": 1 };
    let index = |field: &str| doc! { "key": { field: 1 }, "name": field };
    run(&mut engine, doc! { "createIndexes": "c", "indexes": [index("a")] });
    let refused = run(&mut engine, sorted.clone());
    assert_eq!(refused.get_i32("code").ok(), Some(292), "{refused}");

    run(&mut engine, doc! { "createIndexes": "c", "indexes": [index("b")] });
    let reply = run(&mut engine, sorted.clone());
    let batch = reply.get_document("cursor").and_then(|cursor| cursor.get_array("firstBatch"));
    assert_eq!(batch.expect("a batch")[0].as_document().expect("a document").get_i32("_id").ok(), Some(200));
    let explained = run(&mut engine, doc! { "explain": sorted, "verbosity": "queryPlanner" });
    let planner = explained.get_document("queryPlanner").expect("a plan");
    let winner = planner.get_document("winningPlan").and_then(|plan| plan.get_document("inputStage"));
    assert_eq!(winner.and_then(|scan| scan.get_str("indexName")).ok(), Some("b"), "{planner}");
}
