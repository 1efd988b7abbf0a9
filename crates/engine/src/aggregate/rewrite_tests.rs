//! Rewriting a pipeline changes how much it does, never what it gives.

use proptest::prelude::*;
use proptest::sample::select;

use super::pipeline::Pipeline;
use super::tests::run_with;
use crate::testing::json;

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
    r#"{"$group": {"_id": "$a", "b": {"$sum": "$b"}, "t": {"$push": "$b"}}}"#,
    r#"{"$sortByCount": "$a"}"#,
    r#"{"$facet": {"x": [{"$match": {"a": 1}}, {"$limit": 1}], "y": [{"$count": "n"}]}}"#,
    r#"{"$lookup": {"pipeline": [{"$documents": [{"k": 1}, {"k": 2}]}], "as": "t"}}"#,
    r#"{"$setWindowFields": {"sortBy": {"a": 1, "_id": 1}, "output": {"b": {"$sum": "$a", "window": {"documents": [-1, 0]}}}}}"#,
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
    fn a_rewritten_pipeline_gives_the_same(
        documents in documents(),
        stages in prop::collection::vec(select(STAGES), 1..6),
    ) {
        let stages = format!("[{}]", stages.join(", "));
        let plain = run_with(&documents, &stages, Pipeline::parse_as_written);
        let rewritten = run_with(&documents, &stages, Pipeline::parse);
        match (plain, rewritten) {
            (Ok(plain), Ok(rewritten)) => prop_assert_eq!(json(&plain), json(&rewritten)),
            // A rewritten pipeline may meet an error earlier or not at all.
            (Err(_), _) => {}
            (Ok(_), Err(error)) => prop_assert!(false, "only the rewritten pipeline fails: {}", error),
        }
    }
}
