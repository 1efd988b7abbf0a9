//! Tests that run pipelines over given documents.

use std::rc::Rc;

use super::execution::{Catalog, Execution};
use super::expression::{Environment, ParseContext};
use super::pipeline::{Documents, Pipeline};
use super::row_sink::RowSink;
use super::stage::{STAGES, UNSUPPORTED};
use crate::Result;
use crate::testing::{json, value};
use crate::value::{ArrayBuilder, RawDoc, Value};

/// Runs a pipeline over an array of documents, both in extended JSON.
pub(crate) fn run(documents: &str, stages: &str) -> Result<Value<'static>> {
    run_with(documents, stages, Pipeline::parse, None)
}

/// Compiles a pipeline by `parse` and runs it, with a batch size in replies, otherwise through a function.
pub(super) fn run_with(
    documents: &str,
    stages: &str,
    parse: fn(RawDoc<'_>, &mut ParseContext) -> Result<Pipeline>,
    batch_size: Option<usize>,
) -> Result<Value<'static>> {
    let environment = Rc::new(Environment::default());
    let mut context = ParseContext::new(environment.clone());
    let stages = value(stages);
    let documents = value(documents);
    let mut pipeline = parse(stages.as_array().expect("array"), &mut context)?;
    if !pipeline.generates_documents() {
        pipeline.prepend(Box::new(Documents::of_array(documents.as_array().expect("array"))));
    }
    pipeline.prepare();
    let catalog = Catalog::default();
    let execution = Execution { catalog: &catalog, environment: &environment };
    let mut out = ArrayBuilder::new();
    let Some(size) = batch_size else {
        pipeline.drain(execution, |row| {
            out.push_doc(row.document);
            Ok(())
        })?;
        return Ok(Value::array(out.finish()));
    };
    loop {
        let most = out.len() + size;
        if pipeline.run(execution, &mut RowSink::reply(&mut out, most))? {
            return Ok(Value::array(out.finish()));
        }
    }
}

/// Asserts the result of a pipeline, and that it is the same without optimisation and for each batch size.
#[track_caller]
pub(crate) fn check(documents: &str, stages: &str, expected: &str) {
    for parse in [Pipeline::parse, Pipeline::parse_as_written] {
        for batch_size in [None, Some(1), Some(1000)] {
            let found = run_with(documents, stages, parse, batch_size);
            let found = found.unwrap_or_else(|e| panic!("{stages}: {e}"));
            assert_eq!(json(&found), json(&value(expected)), "{stages}, batches of {batch_size:?}");
        }
    }
}

/// Asserts the code and text of an error.
#[track_caller]
pub(crate) fn check_error(documents: &str, stages: &str, code: i32, text: &str) {
    match run(documents, stages) {
        Ok(found) => panic!("{stages}: no error but {}", json(&found)),
        Err(error) => {
            assert_eq!(error.code(), code, "{stages}: {error}");
            assert!(error.message().contains(text), "{stages}: {error}");
        }
    }
}

#[test]
fn every_example_holds() {
    for stage in STAGES {
        let help = stage.help;
        assert!(help.summary.ends_with('.') && help.example.code.contains(help.name), "{}", help.name);
        check(help.example.input, &format!("[{}]", help.example.code), help.example.output);
    }
}

/// A full sink stops the stages before they read the next document, here one that raises an error.
#[test]
fn no_document_is_read_too_many() {
    let documents = r#"[{"a": [1, 2]}, {"a": [0]}]"#;
    for (stages, expected) in [
        (r#"{"$project": {"n": {"$divide": [4, {"$first": "$a"}]}}}"#, r#"[{"n": 4.0}]"#),
        (r#"{"$unwind": "$a"}, {"$project": {"n": {"$divide": [4, "$a"]}}}"#, r#"[{"n": 4.0}, {"n": 2.0}]"#),
        (r#"{"$unwind": "$a"}, {"$match": {"$expr": {"$divide": [4, "$a"]}}}"#, r#"[{"a": 1}, {"a": 2}]"#),
        (r#"{"$replaceWith": {"n": {"$divide": [4, {"$last": "$a"}]}}}"#, r#"[{"n": 2.0}]"#),
    ] {
        let count = value(expected).as_array().map_or(0, RawDoc::count);
        check(documents, &format!(r#"[{stages}, {{"$limit": {count}}}]"#), expected);
        check_error(
            documents,
            &format!(r#"[{stages}, {{"$limit": {}}}]"#, count + 1),
            2,
            "can't $divide by zero",
        );
    }
}

#[test]
fn malformed_pipelines() {
    check_error("[]", "[{}]", 40323, "must contain exactly one field");
    check_error("[]", r#"[{"$foo": 1}]"#, 40324, "Unrecognized pipeline stage name: '$foo'");
    check_error("[]", "[1]", 14, "Each element of the 'pipeline' array must be an object");
    check_error("[]", r#"[{"$out": "x"}, {"$limit": 1}]"#, 40601, "$out can only be the final stage");
}

#[test]
fn project() {
    check(r#"[{"_id": 1, "a": 1, "b": 2}]"#, r#"[{"$project": {"b": 1, "_id": 0}}]"#, r#"[{"b": 2}]"#);
    check(r#"[{"_id": 1, "a": 1, "b": 2}]"#, r#"[{"$project": {"b": 0}}]"#, r#"[{"_id": 1, "a": 1}]"#);
    check(r#"[{"_id": 1, "a": 1}]"#, r#"[{"$project": {"_id": 0}}]"#, r#"[{"a": 1}]"#);
    check(r#"[{"_id": 1, "a": 1}]"#, r#"[{"$project": {"_id": 1}}]"#, r#"[{"_id": 1}]"#);
    // Kept fields stay in the document's order; computed ones follow.
    check(
        r#"[{"_id": 1, "x": 1, "y": 2, "z": 3}]"#,
        r#"[{"$project": {"z": 1, "s": {"$add": ["$x", "$y"]}, "x": 1}}]"#,
        r#"[{"_id": 1, "x": 1, "z": 3, "s": 3}]"#,
    );
    check(
        r#"[{"a": [{"b": 1, "c": 2}, 5, {"c": 3}], "d": {"b": 7, "c": 8}}]"#,
        r#"[{"$project": {"a.b": 1, "d": {"c": 1}}}]"#,
        r#"[{"a": [{"b": 1}, {}], "d": {"c": 8}}]"#,
    );
    check(r#"[{"a": [{"b": 1, "c": 2}, 5]}]"#, r#"[{"$project": {"a.b": 0}}]"#, r#"[{"a": [{"c": 2}, 5]}]"#);
    check(r#"[{"a": 1}]"#, r#"[{"$project": {"b.c": "$a"}}]"#, r#"[{"b": {"c": 1}}]"#);
    let documents = "[]";
    check_error(documents, r#"[{"$project": 1}]"#, 15969, "$project specification must be an object");
    check_error(
        documents,
        r#"[{"$project": {}}]"#,
        51272,
        "Invalid $project :: caused by :: projection specification must have at least one field",
    );
    check_error(
        documents,
        r#"[{"$project": {"a": 1, "b": 0}}]"#,
        31254,
        "Cannot do exclusion on field b in inclusion projection",
    );
    check_error(
        documents,
        r#"[{"$project": {"a": 0, "b": 1}}]"#,
        31253,
        "Cannot do inclusion on field b in exclusion projection",
    );
    check_error(
        documents,
        r#"[{"$project": {"a": 1, "a.b": 1}}]"#,
        31249,
        "Path collision at a.b remaining portion b",
    );
    check_error(documents, r#"[{"$project": {"a.b": 1, "a": 1}}]"#, 31250, "Path collision at a");
}

#[test]
fn add_fields() {
    check(
        r#"[{"a": 1, "b": 2}]"#,
        r#"[{"$addFields": {"a": "x", "c": 3}}]"#,
        r#"[{"a": "x", "b": 2, "c": 3}]"#,
    );
    check(r#"[{"a": {"x": 1}}]"#, r#"[{"$addFields": {"a.y": 2}}]"#, r#"[{"a": {"x": 1, "y": 2}}]"#);
    check(
        r#"[{"a": [{"x": 1}, 2]}]"#,
        r#"[{"$addFields": {"a.y": 9}}]"#,
        r#"[{"a": [{"x": 1, "y": 9}, {"y": 9}]}]"#,
    );
    check(r#"[{"a": 5}]"#, r#"[{"$addFields": {"a.y": 9}}]"#, r#"[{"a": {"y": 9}}]"#);
    check(r#"[{"a": 1, "b": 2}]"#, r#"[{"$set": {"a": "$$REMOVE"}}]"#, r#"[{"b": 2}]"#);
    check(r#"[{"a": 1, "b": {"c": 1, "d": 2}}]"#, r#"[{"$unset": ["a", "b.c"]}]"#, r#"[{"b": {"d": 2}}]"#);
}

#[test]
fn group() {
    check(
        r#"[{"k": 1, "n": 1}, {"k": 1.0, "n": 2}, {"n": 3}, {"k": null, "n": 4}]"#,
        r#"[{"$group": {"_id": "$k", "s": {"$sum": "$n"}, "a": {"$avg": "$n"}, "f": {"$first": "$x"}}}]"#,
        r#"[{"_id": 1, "s": 3, "a": 1.5, "f": null}, {"_id": null, "s": 7, "a": 3.5, "f": null}]"#,
    );
    check(
        r#"[{"a": {"b": 1}, "n": 1}, {"a": {"b": 1}, "n": 2}]"#,
        r#"[{"$group": {"_id": {"x": "$a.b", "y": "$zz"}, "n": {"$max": {"$multiply": ["$n", 10]}}}}]"#,
        r#"[{"_id": {"x": 1}, "n": 20}]"#,
    );
    check("[]", r#"[{"$group": {"_id": null, "n": {"$sum": 1}}}]"#, "[]");
    check_error("[]", r#"[{"$group": 1}]"#, 15947, "a group's fields must be specified in an object");
    check_error(
        "[]",
        r#"[{"$group": {"a": {"$sum": 1}}}]"#,
        15955,
        "a group specification must include an _id",
    );
    check_error(
        "[]",
        r#"[{"$group": {"_id": 1, "a": 1}}]"#,
        40234,
        "The field 'a' must be an accumulator object",
    );
    check_error(
        "[]",
        r#"[{"$group": {"_id": 1, "a": {"$foo": 1}}}]"#,
        15952,
        "unknown group operator '$foo'",
    );
    check_error(
        "[]",
        r#"[{"$group": {"_id": 1, "a.b": {"$sum": 1}}}]"#,
        40235,
        "The field name 'a.b' cannot contain '.'",
    );
    check_error(
        "[]",
        r#"[{"$group": {"_id": 1, "a": {"$sum": ["$x"]}}}]"#,
        40237,
        "The $sum accumulator is a unary operator",
    );
}

#[test]
fn sort_skip_limit() {
    let documents = r#"[{"a": 3, "b": 1}, {"a": 1, "b": 2}, {"a": 3, "b": 3}, {"b": 4}]"#;
    check(
        documents,
        r#"[{"$sort": {"a": -1, "b": -1}}, {"$limit": 2}, {"$project": {"b": 1}}]"#,
        r#"[{"b": 3}, {"b": 1}]"#,
    );
    // Equal keys keep their order, with a limit too.
    check(documents, r#"[{"$sort": {"a": -1}}, {"$limit": 1}]"#, r#"[{"a": 3, "b": 1}]"#);
    check(
        documents,
        r#"[{"$sort": {"a": 1}}, {"$skip": 1}, {"$limit": 2}, {"$project": {"b": 1}}]"#,
        r#"[{"b": 2}, {"b": 1}]"#,
    );
    check(
        documents,
        r#"[{"$skip": 1}, {"$skip": 1}, {"$limit": 5}, {"$limit": 1}]"#,
        r#"[{"a": 3, "b": 3}]"#,
    );
    check_error("[]", r#"[{"$limit": 0}]"#, 15958, "the limit must be positive");
    check_error(
        "[]",
        r#"[{"$limit": "x"}]"#,
        5107201,
        "invalid argument to $limit stage: Expected a number in: $limit: \"x\"",
    );
    check_error("[]", r#"[{"$skip": -1}]"#, 5107200, "Expected a non-negative number in: $skip: -1");
    check_error("[]", r#"[{"$sort": {}}]"#, 15976, "$sort stage must have at least one sort key");
    check_error(
        "[]",
        r#"[{"$sort": {"a": 2}}]"#,
        15975,
        "$sort key ordering must be 1 (for ascending) or -1 (for descending)",
    );
}

#[test]
fn unwind() {
    let documents = r#"[{"_id": 1, "a": {"b": [7, {"c": 1}], "z": 1}}, {"_id": 2, "a": {"b": []}}, {"_id": 3}, {"_id": 4, "a": {"b": 5}}, {"_id": 5, "a": {"b": null}}]"#;
    check(
        documents,
        r#"[{"$unwind": "$a.b"}]"#,
        r#"[{"_id": 1, "a": {"b": 7, "z": 1}}, {"_id": 1, "a": {"b": {"c": 1}, "z": 1}}, {"_id": 4, "a": {"b": 5}}]"#,
    );
    check(
        documents,
        r#"[{"$unwind": {"path": "$a.b", "preserveNullAndEmptyArrays": true, "includeArrayIndex": "i"}}]"#,
        r#"[{"_id": 1, "a": {"b": 7, "z": 1}, "i": {"$numberLong": "0"}}, {"_id": 1, "a": {"b": {"c": 1}, "z": 1}, "i": {"$numberLong": "1"}}, {"_id": 2, "a": {}, "i": null}, {"_id": 3, "i": null}, {"_id": 4, "a": {"b": 5}, "i": null}, {"_id": 5, "a": {"b": null}, "i": null}]"#,
    );
    check(
        r#"[{"_id": 1, "x": "drop", "t": ["a", "b"]}, {"_id": 2, "t": ["a"]}]"#,
        r#"[{"$unwind": "$t"}, {"$group": {"_id": "$t", "n": {"$sum": 1}}}]"#,
        r#"[{"_id": "a", "n": 2}, {"_id": "b", "n": 1}]"#,
    );
    check_error(
        "[]",
        r#"[{"$unwind": "a"}]"#,
        28818,
        "path option to $unwind stage should be prefixed with a '$': a",
    );
    check_error(
        "[]",
        r#"[{"$unwind": 1}]"#,
        15981,
        "expected either a string or an object as specification for $unwind stage, got int",
    );
}

#[test]
fn count_and_replace_root() {
    check(r#"[{"a": 1}, {"a": 2}]"#, r#"[{"$skip": 2}, {"$count": "n"}]"#, "[]");
    check_error("[]", r#"[{"$count": "$n"}]"#, 40158, "cannot be a $-prefixed path");
    check_error(
        r#"[{"a": 1}]"#,
        r#"[{"$replaceRoot": {"newRoot": "$a"}}]"#,
        40228,
        "'newRoot' expression  must evaluate to an object, but resulting value was: 1. Type of resulting value: 'int'. Input document: {a: 1}",
    );
}

#[test]
fn no_supported_stage_is_listed_as_unsupported() {
    let both = STAGES.iter().map(|stage| stage.help.name).find(|name| UNSUPPORTED.contains(name));
    assert_eq!(both, None);
}
