//! Tests that optimizing a pipeline never changes its results.

use std::rc::Rc;

use proptest::prelude::*;
use proptest::sample::select;

use super::expression::{Environment, ParseContext};
use super::pipeline::Pipeline;
use super::tests::run_with;
use crate::Result;
use crate::testing::{json, value};
use crate::value::{ArrayBuilder, RawDoc, Value};

/// Stages over documents with fields `a`, `b` (numbers), `t` (arrays) and `d` (documents).
const STAGES: &[&str] = &[
    r#"{"$match": {"a": 1}}"#,
    r#"{"$match": {"a": {"$gt": 0}, "b": {"$lt": 3}}}"#,
    r#"{"$match": {"t": 2}}"#,
    r#"{"$match": {"d.x": null}}"#,
    r#"{"$match": {"c": {"$exists": true}}}"#,
    r#"{"$match": {"$expr": {"$eq": ["$a", 2]}}}"#,
    r#"{"$match": {"$or": [{"a": 2}, {"i": {"$gt": 0}}]}}"#,
    r#"{"$sort": {"a": 1, "b": -1}}"#,
    r#"{"$sort": {"t": -1}}"#,
    r#"{"$limit": 3}"#,
    r#"{"$limit": 5}"#,
    r#"{"$skip": 1}"#,
    r#"{"$skip": 2}"#,
    r#"{"$unwind": "$t"}"#,
    r#"{"$unwind": {"path": "$t", "preserveNullAndEmptyArrays": true, "includeArrayIndex": "i"}}"#,
    r#"{"$addFields": {"c": {"$add": ["$a", 1]}}}"#,
    r#"{"$addFields": {"a": "$b", "d.x": 7}}"#,
    r#"{"$project": {"a": 1, "t": 1}}"#,
    r#"{"$project": {"b": 0, "d.x": 0}}"#,
    r#"{"$project": {"a": 1, "c": {"$ifNull": ["$b", 0]}}}"#,
    r#"{"$unset": "t"}"#,
    r#"{"$replaceWith": {"$mergeObjects": ["$$ROOT", {"c": "$a"}]}}"#,
    r#"{"$addFields": {"d": {"$ifNull": ["$d", {"x": 5}]}}}, {"$replaceWith": "$d"}, {"$match": {"x": {"$gt": 1}}}"#,
    r#"{"$match": {"d": {"$type": "object"}}}, {"$replaceRoot": {"newRoot": "$d"}}, {"$match": {"$or": [{"x": null}, {"y": {"$exists": true}}]}}"#,
    r#"{"$group": {"_id": "$a", "b": {"$sum": "$b"}, "t": {"$push": "$b"}}}"#,
    r#"{"$sortByCount": "$a"}"#,
    r#"{"$facet": {"x": [{"$match": {"a": 1}}, {"$limit": 1}], "y": [{"$count": "n"}]}}"#,
    r#"{"$lookup": {"pipeline": [{"$documents": [{"k": 1}, {"k": 2}]}], "as": "t"}}"#,
    r#"{"$lookup": {"pipeline": [{"$documents": [{"k": 1, "v": [1, 2]}, {"k": 2}]}], "as": "t"}}, {"$unwind": "$t"}, {"$match": {"t.k": {"$lt": 2}, "a": 1}}"#,
    r#"{"$lookup": {"let": {"n": "$a"}, "pipeline": [{"$documents": [{"k": 1}, {"k": 2}]}, {"$set": {"n": "$$n"}}], "as": "t"}}, {"$unwind": {"path": "$t", "preserveNullAndEmptyArrays": true}}, {"$match": {"t.n": 1}}"#,
    r#"{"$group": {"_id": "$a", "b": {"$sum": "$b"}, "c": {"$first": "$d"}}}, {"$match": {"_id": {"$gte": null}}}"#,
    r#"{"$group": {"_id": "$t", "n": {"$sum": 1}}}, {"$match": {"$or": [{"_id": {"$in": [1, null]}}, {"_id": {"$ne": 2}}]}}"#,
    r#"{"$match": {"_id": {"$type": "int"}}}"#,
    r#"{"$match": {"_id": {"$exists": true}}}"#,
    r#"{"$match": {"a": {"$ne": 2}, "$and": [{"b": {"$gt": 0}}, {"c": {"$lt": 4}}]}}"#,
    r#"{"$project": {"c": "$a", "b": "$t", "t": 1}}"#,
    r#"{"$addFields": {"a": "$b", "b": "$a", "c": "$d"}}"#,
    r#"{"$match": {"c.x": {"$exists": false}}}"#,
    r#"{"$match": {"$or": [{"c": {"$type": "array"}}, {"t": {"$in": [1, null]}}]}}"#,
    r#"{"$redact": {"$cond": [{"$eq": ["$x", 1]}, "$$PRUNE", "$$DESCEND"]}}, {"$match": {"d.x": {"$exists": true}, "t": {"$all": [1, 2]}, "a": {"$ne": 2}}}"#,
    r#"{"$redact": {"$cond": [{"$gt": ["$b", 2]}, "$$PRUNE", "$$DESCEND"]}}"#,
    r#"{"$redact": {"$cond": [{"$eq": ["$a", 1]}, "$$KEEP", "$$DESCEND"]}}, {"$match": {"$or": [{"a": {"$gt": 0}}, {"b": {"$mod": [2, 0]}}], "d": {}, "t": {"$size": 2}}}"#,
    r#"{"$setWindowFields": {"partitionBy": "$a", "sortBy": {"_id": 1}, "output": {"c": {"$sum": "$b"}}}}, {"$match": {"a": {"$gt": 0}}}"#,
    r#"{"$setWindowFields": {"sortBy": {"a": 1, "_id": 1}, "output": {"b": {"$sum": "$a", "window": {"documents": [-1, 0]}}}}}"#,
    r#"{"$group": {"_id": {"a": "$a", "t": "$t", "n": {"$add": [1, "$b"]}}, "b": {"$sum": "$b"}}}, {"$match": {"_id.a": {"$gte": null}, "_id.t": {"$in": [1, 2, null]}, "_id.n": {"$lt": 4}}}"#,
    r#"{"$group": {"_id": {"d": "$d"}, "b": {"$sum": "$b"}}}, {"$match": {"_id.d": {"$ne": null}}}"#,
    r#"{"$unionWith": {"pipeline": [{"$documents": [{"a": 1, "b": 2, "t": [1]}, {"a": 2}]}]}}"#,
    r#"{"$unwind": {"path": "$t", "preserveNullAndEmptyArrays": true}}, {"$sort": {"a": 1}}, {"$limit": 3}"#,
    r#"{"$lookup": {"pipeline": [{"$documents": [{"k": 1}, {"k": 2}]}], "as": "d"}}, {"$sort": {"a": -1}}"#,
];

fn document(id: usize) -> impl Strategy<Value = String> {
    let number = prop_oneof![
        3 => (0i32..4).prop_map(|n| n.to_string()),
        1 => select(vec!["null", "1.0", "\"s\""]).prop_map(str::to_owned),
    ];
    let array = prop_oneof![
        3 => prop::collection::vec(0i32..4, 0..4).prop_map(|items| format!("{items:?}")),
        1 => Just("5".to_owned()),
    ];
    let inner = select(vec![r#"{"x": 1}"#, r#"{"x": null}"#, "{}", r#"[{"x": 1}, {"y": 2}]"#, "3"]);
    let field = |name: &'static str, value: BoxedStrategy<String>| {
        prop::option::weighted(0.85, value).prop_map(move |v| v.map(|v| format!(", \"{name}\": {v}")))
    };
    (
        field("a", number.clone().boxed()),
        field("b", (0i32..5).prop_map(|n| n.to_string()).boxed()),
        field("t", array.boxed()),
        field("d", inner.prop_map(str::to_owned).boxed()),
    )
        .prop_map(move |(a, b, t, d)| {
            let fields = [a, b, t, d].into_iter().flatten().collect::<String>();
            format!("{{\"_id\": {id}{fields}}}")
        })
}

fn documents() -> impl Strategy<Value = String> {
    (0usize..8).prop_flat_map(|count| {
        (0..count).map(document).collect::<Vec<_>>().prop_map(|all| format!("[{}]", all.join(", ")))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn optimized_pipelines_have_the_same_results(
        documents in documents(),
        stages in prop::collection::vec(select(STAGES), 1..6),
    ) {
        let stages = format!("[{}]", stages.join(", "));
        prop_assume!(!drops_a_sort(&stages));
        let plain = run_with(&documents, &stages, Pipeline::parse_as_written, None);
        let rewritten = run_with(&documents, &stages, Pipeline::parse, None);
        match (plain, rewritten) {
            (Ok(plain), Ok(rewritten)) => prop_assert_eq!(json(&plain), json(&rewritten)),
            // An optimized pipeline may fail earlier, with another error or not at all.
            (Err(_), _) => {}
            (Ok(_), Err(error)) => prop_assert!(false, "only the rewritten pipeline fails: {}", error),
        }
    }
}

/// Whether the optimizer drops a sort before another one, which may change the order of ties.
fn drops_a_sort(stages: &str) -> bool {
    let stages = value(stages);
    let sorts = |parse: fn(RawDoc<'_>, &mut ParseContext) -> Result<Pipeline>| {
        let mut context = ParseContext::new(Rc::new(Environment::default()));
        let pipeline = parse(stages.as_array().expect("array"), &mut context).ok()?;
        Some(pipeline.stages().iter().filter(|planned| planned.name() == "$sort").count())
    };
    sorts(Pipeline::parse_as_written) != sorts(Pipeline::parse)
}

/// Returns the optimized pipeline as explain shows it.
fn rewritten(stages: &str) -> String {
    let mut context = ParseContext::new(Rc::new(Environment::default()));
    let stages = value(stages);
    let pipeline = Pipeline::parse(stages.as_array().expect("array"), &mut context).expect("a pipeline");
    let mut out = ArrayBuilder::new();
    pipeline.describe(&mut out);
    json(&Value::array(out.finish()))
}

#[track_caller]
fn becomes(stages: &str, expected: &str) {
    assert_eq!(rewritten(stages), json(&value(expected)), "{stages}");
}

#[test]
fn match_moves_before_stages_that_keep_its_fields() {
    becomes(
        r#"[{"$group": {"_id": "$a", "n": {"$sum": 1}}}, {"$match": {"_id": {"$gt": 1}, "n": 2}}]"#,
        r#"[{"$match": {"a": {"$gt": 1}}}, {"$group": {"_id": "$a", "n": {"$sum": 1}}}, {"$match": {"n": {"$eq": 2}}}]"#,
    );
    // The group of null includes missing fields, and 1 and 1.0 are one group.
    for condition in [r#"{"$exists": true}"#, r#"{"$type": "int"}"#, r#"{"$regex": "a"}"#] {
        let stages = format!(r#"[{{"$group": {{"_id": "$a"}}}}, {{"$match": {{"_id": {condition}}}}}]"#);
        assert!(rewritten(&stages).starts_with(r#"[{"$group""#), "{stages}");
    }
    becomes(
        r#"[{"$group": {"_id": {"x": "$a", "y": {"$add": ["$b", 1]}}}}, {"$match": {"_id.x": 1, "_id.y": 2, "_id": {"$ne": 3}}}]"#,
        r#"[{"$match": {"a": {"$eq": 1}}}, {"$group": {"_id": {"x": "$a", "y": {"$add": ["$b", 1]}}}}, {"$match": {"$and": [{"_id.y": {"$eq": 2}}, {"_id": {"$not": {"$eq": 3}}}]}}]"#,
    );
    becomes(
        r#"[{"$group": {"_id": {"x": "$a"}}}, {"$match": {"_id.x": {"$in": [1, null]}}}]"#,
        r#"[{"$match": {"a": {"$in": [null, 1]}}}, {"$group": {"_id": {"x": "$a"}}}]"#,
    );
    becomes(
        r#"[{"$setWindowFields": {"partitionBy": "$a", "output": {"n": {"$sum": 1}}}}, {"$match": {"a": 1, "n": 2}}]"#,
        r#"[{"$match": {"a": {"$eq": 1}}}, {"$sort": {"sortKey": {"a": 1}}}, {"$setWindowFields": {"partitionBy": "$a", "output": {"n": {"$sum": 1}}}}, {"$match": {"n": {"$eq": 2}}}]"#,
    );
    becomes(
        r#"[{"$addFields": {"c": 1}}, {"$match": {"$and": [{"a": 1}, {"c": 1}]}}]"#,
        r#"[{"$match": {"a": {"$eq": 1}}}, {"$addFields": {"c": 1}}, {"$match": {"c": {"$eq": 1}}}]"#,
    );
}

#[test]
fn lookup_absorbs_following_unwind_and_match() {
    let lookup = r#""from": "d", "as": "t", "localField": "x", "foreignField": "y""#;
    becomes(
        &format!(
            r#"[{{"$lookup": {{{lookup}}}}}, {{"$unwind": "$t"}}, {{"$match": {{"t.k": 1, "c": 1, "t": {{"$gt": {{}}}}}}}}]"#
        ),
        &format!(
            r#"[{{"$match": {{"c": {{"$eq": 1}}}}}}, {{"$lookup": {{{lookup}, "let": {{}}, "pipeline": [{{"$match": {{"k": {{"$eq": 1}}}}}}], "unwinding": {{"preserveNullAndEmptyArrays": false}}}}}}, {{"$match": {{"t": {{"$gt": {{}}}}}}}}]"#
        ),
    );
    let kept = rewritten(&format!(
        r#"[{{"$lookup": {{{lookup}}}}}, {{"$unwind": {{"path": "$t", "preserveNullAndEmptyArrays": true}}}}, {{"$match": {{"t.k": 1}}}}]"#
    ));
    assert!(kept.ends_with(r#"{"$match":{"t.k":{"$eq":{"$numberInt":"1"}}}}]"#), "{kept}");
}

#[test]
fn match_is_rewritten_for_the_input_of_replace_root() {
    becomes(
        r#"[{"$replaceRoot": {"newRoot": "$d.e"}}, {"$match": {"x": 1, "y": {"$gt": 2}}}]"#,
        r#"[{"$match": {"$or": [{"$and": [{"d.e.x": {"$eq": 1}}, {"d.e.y": {"$gt": 2}}]}, {"d.e": {"$not": {"$type": [3]}}}]}}, {"$replaceRoot": {"newRoot": "$d.e"}}]"#,
    );
    for stays in [
        r#"[{"$replaceWith": "$d"}, {"$match": {"$expr": {"$gt": ["$a", 1]}}}]"#,
        r#"[{"$replaceWith": {"a": "$d"}}, {"$match": {"a": 1}}]"#,
        r#"[{"$replaceWith": "$d.0"}, {"$match": {"a": 1}}]"#,
    ] {
        assert!(rewritten(stays).starts_with(r#"[{"$replaceWith""#), "{stays}");
    }
}

#[test]
fn limits_move_before_one_to_one_stages() {
    becomes(
        r#"[{"$addFields": {"c": 1}}, {"$skip": 2}, {"$limit": 3}]"#,
        r#"[{"$skip": 2}, {"$limit": 3}, {"$addFields": {"c": 1}}]"#,
    );
}

#[test]
fn match_is_rewritten_for_renamed_fields() {
    becomes(
        r#"[{"$project": {"c": "$a", "b": 1}}, {"$match": {"c.x": {"$exists": true}, "$or": [{"c": 1}, {"b": 2}]}}]"#,
        r#"[{"$match": {"$and": [{"a.x": {"$exists": true}}, {"$or": [{"a": {"$eq": 1}}, {"b": {"$eq": 2}}]}]}}, {"$project": {"c": "$a", "b": 1}}]"#,
    );
    let kept = rewritten(r#"[{"$addFields": {"c": "$a.b"}}, {"$match": {"c": 1}}]"#);
    assert!(kept.starts_with(r#"[{"$addFields""#), "{kept}");
}

#[test]
fn match_is_copied_before_redact() {
    let redact = r#"{"$redact": {"$cond": [{"$eq": ["$level", 5]}, "$$PRUNE", "$$DESCEND"]}}"#;
    becomes(
        &format!(r#"[{redact}, {{"$match": {{"year": 2014, "category": {{"$ne": "Strategy"}}}}}}]"#),
        &format!(
            r#"[{{"$match": {{"year": {{"$eq": 2014}}}}}}, {redact}, {{"$match": {{"$and": [{{"year": {{"$eq": 2014}}}}, {{"category": {{"$not": {{"$eq": "Strategy"}}}}}}]}}}}]"#
        ),
    );
    for unsafe_condition in
        [r#"{"a": null}"#, r#"{"a": {"b": 1}}"#, r#"{"a.0": 1}"#, r#"{"a": {"$size": 1}}"#]
    {
        let kept = rewritten(&format!(r#"[{redact}, {{"$match": {unsafe_condition}}}]"#));
        assert!(kept.starts_with(r#"[{"$redact""#), "{kept}");
    }
}

#[test]
fn sort_moves_before_stages_that_keep_its_fields() {
    let lookup = r#"{"$lookup": {"from": "d", "as": "t", "localField": "x", "foreignField": "y"}}"#;
    let graph = r#"{"$graphLookup": {"from": "d", "as": "t.u", "connectToField": "y", "connectFromField": "x", "startWith": "$x"}}"#;
    let sort = r#"{"$sort": {"sortKey": {"n": 1}}}"#;
    for stage in [lookup, graph, r#"{"$unwind": {"path": "$t.u", "includeArrayIndex": "i"}}"#] {
        becomes(&format!(r#"[{stage}, {{"$sort": {{"n": 1}}}}]"#), &format!("[{sort}, {stage}]"));
        for path in ["t", "t.u", "t.u.v"] {
            let kept = rewritten(&format!(r#"[{stage}, {{"$sort": {{"n": 1, "{path}": -1}}}}]"#));
            assert!(!kept.starts_with(r#"[{"$sort""#), "{kept}");
        }
    }
    // `$lookup` compares whole top-level fields, `$unwind` full paths.
    assert!(
        rewritten(&format!(r#"[{graph}, {{"$sort": {{"t.o": 1}}}}]"#)).starts_with(r#"[{"$graphLookup""#)
    );
    assert!(rewritten(r#"[{"$unwind": "$t.u"}, {"$sort": {"t.o": 1}}]"#).starts_with(r#"[{"$sort""#));
    // A join with an absorbed `$unwind` emits several documents per input.
    let joined = rewritten(&format!(r#"[{lookup}, {{"$unwind": "$t"}}, {{"$sort": {{"n": 1}}}}]"#));
    assert!(joined.starts_with(r#"[{"$lookup""#), "{joined}");
    becomes(
        &format!(r#"[{lookup}, {{"$sort": {{"n": 1}}}}, {{"$limit": 4}}]"#),
        &format!(r#"[{{"$sort": {{"sortKey": {{"n": 1}}, "limit": {{"$numberLong": "4"}}}}}}, {lookup}]"#),
    );
}

#[test]
fn graph_lookup_absorbs_following_unwind() {
    let graph =
        r#""from": "d", "as": "t", "connectToField": "y", "connectFromField": "x", "startWith": "$x""#;
    becomes(
        &format!(
            r#"[{{"$graphLookup": {{{graph}}}}}, {{"$unwind": {{"path": "$t", "includeArrayIndex": "i"}}}}, {{"$limit": 1}}]"#
        ),
        &format!(
            r#"[{{"$graphLookup": {{{graph}, "unwinding": {{"preserveNullAndEmptyArrays": false, "includeArrayIndex": "i"}}}}}}, {{"$limit": 1}}]"#
        ),
    );
}

#[test]
fn limit_is_copied_before_preserving_unwind() {
    let keeping = r#"{"$unwind": {"path": "$t", "preserveNullAndEmptyArrays": true}}"#;
    let limit = r#"{"$limit": {"$numberLong": "2"}}"#;
    becomes(
        &format!(r#"[{keeping}, {{"$addFields": {{"c": 1}}}}, {keeping}, {{"$limit": 2}}]"#),
        &format!(
            r#"[{limit}, {keeping}, {limit}, {{"$addFields": {{"c": 1}}}}, {keeping}, {{"$limit": 2}}]"#
        ),
    );
    becomes(
        &format!(r#"[{keeping}, {{"$sort": {{"n": 1}}}}, {{"$limit": 2}}]"#),
        &format!(
            r#"[{{"$sort": {{"sortKey": {{"n": 1}}, "limit": {{"$numberLong": "2"}}}}}}, {keeping}, {{"$limit": 2}}]"#
        ),
    );
    becomes(r#"[{"$unwind": "$t"}, {"$limit": 2}]"#, r#"[{"$unwind": "$t"}, {"$limit": 2}]"#);
}

#[test]
fn one_to_one_stages_move_into_union() {
    let set = r#"{"$set": {"c": 1}}"#;
    becomes(
        &format!(r#"[{{"$unionWith": "d"}}, {set}, {{"$match": {{"c": 1, "b": 2}}}}, {{"$limit": 1}}]"#),
        &format!(
            r#"[{{"$match": {{"b": {{"$eq": 2}}}}}}, {set}, {{"$match": {{"c": {{"$eq": 1}}}}}}, {{"$unionWith": "d"}}, {{"$limit": 1}}]"#
        ),
    );
    let documents = r#"[{"_id": 1, "b": 2}, {"_id": 2, "b": 3}]"#;
    let union = r#"{"$unionWith": {"pipeline": [{"$documents": [{"b": 2}, {"b": 1}]}]}}"#;
    let stages =
        format!(r#"[{union}, {union}, {{"$match": {{"b": 2}}}}, {{"$project": {{"_id": 0, "n": "$b"}}}}]"#);
    let found = run_with(documents, &stages, Pipeline::parse, None).expect("documents");
    assert_eq!(json(&found), json(&value(r#"[{"n": 2}, {"n": 2}, {"n": 2}]"#)));
}

#[test]
fn redundant_sorts_are_dropped() {
    becomes(
        r#"[{"$sort": {"a": 1}}, {"$sort": {"b": 1}}, {"$limit": 2}]"#,
        r#"[{"$sort": {"sortKey": {"b": 1}, "limit": {"$numberLong": "2"}}}]"#,
    );
    becomes(
        r#"[{"$sort": {"a": 1}}, {"$limit": 2}, {"$sort": {"b": 1}}]"#,
        r#"[{"$sort": {"sortKey": {"a": 1}, "limit": {"$numberLong": "2"}}}, {"$sort": {"sortKey": {"b": 1}}}]"#,
    );
    let windows =
        r#"{"$setWindowFields": {"partitionBy": "$p", "sortBy": {"a": -1}, "output": {"n": {"$sum": 1}}}}"#;
    let sort = r#"{"$sort": {"sortKey": {"p": 1, "a": -1}}}"#;
    for same in [r#"{"p": 1}"#, r#"{"p": 1, "a": -1}"#] {
        becomes(&format!(r#"[{windows}, {{"$sort": {same}}}]"#), &format!("[{sort}, {windows}]"));
    }
    for other in [r#"{"a": -1}"#, r#"{"p": -1}"#, r#"{"p": 1, "a": 1}"#, r#"{"n": 1}"#] {
        let kept = rewritten(&format!(r#"[{windows}, {{"$sort": {other}}}]"#));
        assert!(kept.contains(r#"}},{"$sort""#), "{kept}");
    }
}

#[test]
fn sample_moves_before_one_to_one_stages() {
    becomes(
        r#"[{"$addFields": {"c": 1}}, {"$sample": {"size": 3}}]"#,
        r#"[{"$sample": {"size": 3}}, {"$addFields": {"c": 1}}]"#,
    );
}
