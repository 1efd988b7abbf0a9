use super::super::{Filter, FilterContext};
use super::OPERATORS;
use crate::testing::{doc, json};
use crate::value::{DocBuilder, RawDoc};

fn matches(document: &str, filter: &str) -> bool {
    let (document, filter) = (doc(document), doc(filter));
    let filter = Filter::parse(RawDoc::new(&filter), &FilterContext::default().for_search()).unwrap();
    filter.matches(RawDoc::new(&document)).unwrap()
}

fn refused(filter: &str) -> (i32, String) {
    let error =
        Filter::parse(RawDoc::new(&doc(filter)), &FilterContext::default()).expect_err("must be refused");
    (error.code(), error.message().to_owned())
}

#[test]
fn every_example_holds() {
    // These require a host or an index.
    let alone = |name: &str| !matches!(name, "$where" | "$text");
    for operator in OPERATORS.iter().filter(|operator| alone(operator.help.name)) {
        let example = operator.help.example;
        let found = matches(example.input, example.code);
        assert_eq!(found.to_string(), example.output, "{}", operator.help.name);
    }
}

#[test]
fn equality_reaches_into_arrays() {
    assert!(matches(r#"{"a": [1, 2]}"#, r#"{"a": 2}"#));
    assert!(matches(r#"{"a": [1, 2]}"#, r#"{"a": [1, 2]}"#));
    assert!(!matches(r#"{"a": [1, 2]}"#, r#"{"a": [2, 1]}"#));
    assert!(matches(r#"{"a": [[1, 2]]}"#, r#"{"a": [1, 2]}"#));
    assert!(!matches(r#"{"a": [[1, 2]]}"#, r#"{"a": 1}"#));
    assert!(matches(r#"{"a": [{"b": 1}, {"b": 2}]}"#, r#"{"a.b": 2}"#));
    assert!(matches(r#"{"a": [{"b": 1}, {"b": 2}]}"#, r#"{"a.1.b": 2}"#));
    assert!(matches(r#"{"a": [5, 6]}"#, r#"{"a.1": 6}"#));
    assert!(!matches(r#"{"a": [[5, 6]]}"#, r#"{"a.b": 6}"#));
}

#[test]
fn null_matches_missing_but_not_undefined() {
    assert!(matches("{}", r#"{"a": null}"#));
    assert!(matches(r#"{"a": null}"#, r#"{"a": null}"#));
    assert!(matches(r#"{"a": 5}"#, r#"{"a.b": null}"#));
    assert!(!matches(r#"{"a": []}"#, r#"{"a.b": null}"#));
    assert!(matches(r#"{"a": [{"b": 1}, {}]}"#, r#"{"a.b": null}"#));
    assert!(!matches(r#"{"a": {"$undefined": true}}"#, r#"{"a": null}"#));
    assert!(matches("{}", r#"{"a": {"$gte": null}}"#));
    assert!(!matches("{}", r#"{"a": {"$gt": null}}"#));
    assert!(matches("{}", r#"{"a": {"$in": [null, 3]}}"#));
}

#[test]
fn negations_hold_for_missing_fields_and_whole_arrays() {
    assert!(matches("{}", r#"{"a": {"$ne": 1}}"#));
    assert!(!matches(r#"{"a": [1, 2]}"#, r#"{"a": {"$ne": 1}}"#));
    assert!(matches("{}", r#"{"a": {"$not": {"$gt": 1}}}"#));
    assert!(!matches(r#"{"a": [0, 2]}"#, r#"{"a": {"$not": {"$gt": 1}}}"#));
    assert!(matches(r#"{"a": 1}"#, r#"{"a": {"$nin": [2, 3]}}"#));
}

#[test]
fn ranges_stay_within_their_type() {
    assert!(!matches(r#"{"a": "5"}"#, r#"{"a": {"$gt": 1}}"#));
    assert!(!matches(r#"{"a": {"$numberDouble": "NaN"}}"#, r#"{"a": {"$lt": 1}}"#));
    assert!(matches(r#"{"a": {"$numberDouble": "NaN"}}"#, r#"{"a": {"$gte": {"$numberDouble": "NaN"}}}"#));
    assert!(matches(r#"{"a": {"$numberLong": "5"}}"#, r#"{"a": {"$lte": {"$numberDecimal": "5.0"}}}"#));
    // Different elements may satisfy the two ends.
    assert!(matches(r#"{"a": [1, 9]}"#, r#"{"a": {"$gt": 4, "$lt": 6}}"#));
    assert!(!matches(r#"{"a": [1, 9]}"#, r#"{"a": {"$elemMatch": {"$gt": 4, "$lt": 6}}}"#));
}

#[test]
fn documents_compare_with_their_order_of_fields() {
    assert!(matches(r#"{"a": {"x": 1, "y": 2}}"#, r#"{"a": {"x": 1, "y": 2}}"#));
    assert!(!matches(r#"{"a": {"x": 1, "y": 2}}"#, r#"{"a": {"y": 2, "x": 1}}"#));
    assert!(matches(r#"{"a": {"x": 1}}"#, r#"{"a": {"x": {"$numberLong": "1"}}}"#));
    assert!(matches(r#"{"a": {"$ref": "b", "$id": 1}}"#, r#"{"a": {"$ref": "b", "$id": 1}}"#));
}

#[test]
fn element_matches_of_documents() {
    let document = r#"{"a": [{"b": 1, "c": 2}, {"b": 2, "c": 1}]}"#;
    assert!(matches(document, r#"{"a.b": 1, "a.c": 1}"#));
    assert!(!matches(document, r#"{"a": {"$elemMatch": {"b": 1, "c": 1}}}"#));
    assert!(matches(document, r#"{"a": {"$elemMatch": {"$or": [{"b": 7}, {"c": 1}]}}}"#));
    assert!(matches(document, r#"{"a": {"$all": [{"$elemMatch": {"b": 1}}, {"$elemMatch": {"b": 2}}]}}"#));
    assert!(!matches(r#"{"a": 5}"#, r#"{"a": {"$all": []}}"#));
    assert!(!matches(r#"{"a": [[6]]}"#, r#"{"a": {"$elemMatch": {"$gt": 5}}}"#));
    assert!(matches(r#"{"a": [[6]]}"#, r#"{"a": {"$elemMatch": {"$elemMatch": {"$gt": 5}}}}"#));
}

#[test]
fn match_positions() {
    let position = |document: &str, filter: &str| {
        let (document, filter) = (doc(document), doc(filter));
        let filter = Filter::parse(RawDoc::new(&filter), &FilterContext::default()).unwrap();
        filter.matches_with_position(RawDoc::new(&document)).unwrap().map(|p| p.index)
    };
    assert_eq!(position(r#"{"a": [1, 5, 5]}"#, r#"{"a": 5}"#), Some(1));
    assert_eq!(position(r#"{"a": [{"b": [1]}, {"b": [2, 3]}]}"#, r#"{"a.b": 3}"#), Some(1));
    assert_eq!(position(r#"{"a": [1, 7]}"#, r#"{"a": {"$elemMatch": {"$gt": 5}}}"#), Some(1));
    assert_eq!(position(r#"{"a": 5}"#, r#"{"a": 5}"#), None);
}

#[test]
fn errors_name_the_fault() {
    assert_eq!(refused(r#"{"a": {"$foo": 1}}"#), (2, "unknown operator: $foo".to_owned()));
    assert_eq!(refused(r#"{"a": {"$gt": 1, "b": 2}}"#), (2, "unknown operator: b".to_owned()));
    assert!(refused(r#"{"$foo": 1}"#).1.starts_with("unknown top level operator: $foo."));
    assert_eq!(refused(r#"{"$or": []}"#).1, "$and/$or/$nor must be a nonempty array");
    assert_eq!(refused(r#"{"$or": [1]}"#).1, "$or/$and/$nor entries need to be full objects");
    assert_eq!(refused(r#"{"a": {"$in": 1}}"#).1, "$in needs an array");
    assert_eq!(refused(r#"{"a": {"$in": [{"$gt": 1}]}}"#).1, "cannot nest $ under $in");
    assert_eq!(refused(r#"{"a": {"$mod": [0, 1]}}"#).1, "divisor cannot be 0");
    assert_eq!(
        refused(r#"{"a": {"$size": -1}}"#).1,
        "Failed to parse $size. Expected a non-negative number in: $size: -1"
    );
    assert_eq!(refused(r#"{"a": {"$options": "i"}}"#).1, "$options needs a $regex");
    assert_eq!(
        refused(r#"{"a": {"$elemMatch": {"$expr": true}}}"#).1,
        "$expr can only be applied to the top-level document"
    );
    assert_eq!(refused(r#"{"a": {"$undefined": true}}"#).1, "cannot compare to undefined");
}

#[test]
fn nesting_is_limited() {
    let mut deep = doc(r#"{"b": 1}"#);
    for _ in 0..110 {
        let mut outer = DocBuilder::new();
        outer.array("$and", |list| {
            list.push_doc(RawDoc::new(&deep));
        });
        deep = outer.finish();
    }
    let error = Filter::parse(RawDoc::new(&deep), &FilterContext::default()).unwrap_err();
    assert_eq!(error.message(), "exceeded maximum query tree depth of 100");
}

#[test]
fn descriptions_match_explain() {
    let describe = |filter: &str| {
        let filter = Filter::parse(RawDoc::new(&doc(filter)), &FilterContext::default()).unwrap();
        json(&crate::value::Value::document(filter.describe()))
    };
    assert_eq!(describe(r#"{"a": 1}"#), describe(r#"{"a": {"$eq": 1}}"#));
    assert_eq!(describe(r#"{"a": {"$ne": 1}}"#), describe(r#"{"a": {"$not": {"$eq": 1}}}"#));
}
