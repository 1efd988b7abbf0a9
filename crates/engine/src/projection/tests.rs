use super::*;
use crate::testing::{doc, json};
use crate::value::Value;

fn project(document: &str, filter: &str, spec: &str) -> Result<String> {
    let (document, filter, spec) = (doc(document), doc(filter), doc(spec));
    let context = FilterContext::default();
    let filter = Filter::parse(RawDoc::new(&filter), &context)?;
    let projection = Projection::parse(RawDoc::new(&spec), Some(&filter), &context)?;
    let document = RawDoc::new(&document);
    let position = if projection.needs_position() { filter.matches_with_position(document)? } else { None };
    Ok(json(&Value::document(projection.apply(document, position.as_ref())?)))
}

fn projects_to(document: &str, filter: &str, spec: &str, expected: &str) {
    assert_eq!(project(document, filter, spec).unwrap(), json(&Value::document(doc(expected))), "{spec}");
}

#[test]
fn inclusion_and_exclusion() {
    let document = r#"{"_id": 1, "a": 1, "b": {"c": 2, "d": 3}, "e": [{"f": 1, "g": 2}, 5]}"#;
    projects_to(document, "{}", r#"{"b.c": 1}"#, r#"{"_id": 1, "b": {"c": 2}}"#);
    projects_to(document, "{}", r#"{"_id": 0, "e.f": 1}"#, r#"{"e": [{"f": 1}]}"#);
    projects_to(
        document,
        "{}",
        r#"{"a": 0, "b": {"d": 0}, "e.f": 0}"#,
        r#"{"_id": 1, "b": {"c": 2}, "e": [{"g": 2}, 5]}"#,
    );
    projects_to(
        document,
        "{}",
        r#"{"a": 1, "x": {"$add": ["$a", 1]}, "y": "text"}"#,
        r#"{"_id": 1, "a": 1, "x": 2, "y": "text"}"#,
    );
    assert_eq!(project(document, "{}", r#"{"a": 1, "b": 0}"#).unwrap_err().code(), 31254);
    assert_eq!(project(document, "{}", r#"{"a": 0, "b": 1}"#).unwrap_err().code(), 31253);
    assert_eq!(project(document, "{}", r#"{"b": 1, "b.c": 1}"#).unwrap_err().code(), 31249);
}

#[test]
fn slices() {
    let document = r#"{"_id": 1, "a": [1, 2, 3, 4], "b": 2}"#;
    projects_to(document, "{}", r#"{"a": {"$slice": 2}}"#, r#"{"_id": 1, "a": [1, 2], "b": 2}"#);
    projects_to(document, "{}", r#"{"a": {"$slice": -1}}"#, r#"{"_id": 1, "a": [4], "b": 2}"#);
    projects_to(document, "{}", r#"{"b": 1, "a": {"$slice": [1, 2]}}"#, r#"{"_id": 1, "a": [2, 3], "b": 2}"#);
    projects_to(document, "{}", r#"{"a": {"$slice": [-3, 2]}}"#, r#"{"_id": 1, "a": [2, 3], "b": 2}"#);
    projects_to(document, "{}", r#"{"a": {"$slice": ["$a", 1]}}"#, r#"{"_id": 1, "a": [1]}"#);
    projects_to(document, "{}", r#"{"a": {"$slice": 0}}"#, r#"{"_id": 1, "a": [], "b": 2}"#);
    assert_eq!(project(document, "{}", r#"{"a": {"$slice": "x"}}"#).unwrap_err().code(), 28667);
    assert_eq!(project(document, "{}", r#"{"a": {"$slice": [1, 0]}}"#).unwrap_err().code(), 28724);
}

#[test]
fn element_matches() {
    let document = r#"{"_id": 1, "z": 0, "a": [{"x": 1, "y": 1}, {"x": 2, "y": 2}, {"x": 2, "y": 3}]}"#;
    projects_to(
        document,
        "{}",
        r#"{"a": {"$elemMatch": {"x": 2}}}"#,
        r#"{"_id": 1, "a": [{"x": 2, "y": 2}]}"#,
    );
    projects_to(document, "{}", r#"{"a": {"$elemMatch": {"x": 9}}}"#, r#"{"_id": 1}"#);
    projects_to(
        document,
        "{}",
        r#"{"z": 1, "a": {"$elemMatch": {"x": 2, "y": {"$gt": 2}}}}"#,
        r#"{"_id": 1, "z": 0, "a": [{"x": 2, "y": 3}]}"#,
    );
    assert_eq!(project(document, "{}", r#"{"a.b": {"$elemMatch": {"x": 2}}}"#).unwrap_err().code(), 31275);
    assert_eq!(project(document, "{}", r#"{"a": {"$elemMatch": 2}}"#).unwrap_err().code(), 31274);
}

#[test]
fn positional_operator() {
    let document = r#"{"_id": 1, "a": [1, 5, 7], "b": 3}"#;
    projects_to(document, r#"{"a": {"$gt": 4}}"#, r#"{"a.$": 1}"#, r#"{"_id": 1, "a": [5]}"#);
    let nested = r#"{"_id": 1, "a": {"b": [{"c": 1}, {"c": 2}]}}"#;
    projects_to(nested, r#"{"a.b.c": 2}"#, r#"{"a.b.$": 1}"#, r#"{"_id": 1, "a": {"b": [{"c": 2}]}}"#);
    projects_to(
        nested,
        r#"{"a.b": {"$elemMatch": {"c": 2}}}"#,
        r#"{"a.b.$": 1}"#,
        r#"{"_id": 1, "a": {"b": [{"c": 2}]}}"#,
    );
    assert_eq!(project(document, "{}", r#"{"a.$": 1}"#).unwrap_err().code(), 51246);
    assert_eq!(project(document, r#"{"a": 5}"#, r#"{"a.$": 0}"#).unwrap_err().code(), 31395);
    assert_eq!(project(document, r#"{"a": 5}"#, r#"{"a.$.b": 1}"#).unwrap_err().code(), 31394);
    assert_eq!(project(document, r#"{"a": 5}"#, r#"{"a.$": 1, "b.$": 1}"#).unwrap_err().code(), 31276);
}

#[test]
fn covered_fields_are_known() {
    let spec = doc(r#"{"a": 1, "b.c": 1, "_id": 0}"#);
    let projection = Projection::parse(RawDoc::new(&spec), None, &FilterContext::default()).unwrap();
    assert_eq!(projection.required_fields(), Some(vec!["a".to_owned(), "b.c".to_owned()]));
    assert!(!projection.is_simple());
    let required = |spec: &str| {
        Projection::parse(RawDoc::new(&doc(spec)), None, &FilterContext::default()).unwrap().required_fields()
    };
    assert_eq!(required(r#"{"x": {"$add": ["$a.b", 1]}, "_id": 0}"#), Some(vec!["a.b".to_owned()]));
    for whole in [
        r#"{"a": 0}"#,
        r#"{"x": "$$ROOT", "_id": 0}"#,
        r#"{"x": 1, "a": {"$slice": 1}}"#,
        r#"{"x": {"$meta": "recordId"}, "a": 1}"#,
        r#"{"x": {"$literal": 1}, "_id": 0}"#,
    ] {
        assert_eq!(required(whole), None, "{whole}");
    }
}
