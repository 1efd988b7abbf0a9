use super::Schema;
use crate::testing::{doc, json};
use crate::value::{DocBuilder, RawDoc, RawValue, Value, tag};

fn schema(text: &str) -> Schema {
    Schema::parse(RawDoc::new(&doc(text))).unwrap()
}

fn matches(text: &str, document: &str) -> bool {
    schema(text).matches(RawValue { tag: tag::DOCUMENT, bytes: &doc(document) })
}

#[test]
fn keywords_ignore_other_types() {
    let minimum = r#"{"properties": {"a": {"minimum": 5}}}"#;
    assert!(matches(minimum, r#"{"a": "text"}"#));
    assert!(matches(minimum, "{}"));
    assert!(!matches(minimum, r#"{"a": 4.5}"#));
    assert!(!matches(r#"{"properties": {"a": {"minimum": 5, "exclusiveMinimum": true}}}"#, r#"{"a": 5}"#));
    assert!(matches(r#"{"properties": {"a": {"multipleOf": 0.1}}}"#, r#"{"a": 0.3}"#));
    assert!(!matches(r#"{"properties": {"a": {"maxLength": 2}}}"#, r#"{"a": "äöü"}"#));
}

#[test]
fn objects_and_arrays() {
    let person = r#"{"bsonType": "object", "required": ["name"], "properties": {"name": {"bsonType": "string"}, "tags": {"bsonType": "array", "items": {"enum": ["a", "b"]}, "uniqueItems": true}}, "additionalProperties": false}"#;
    assert!(matches(person, r#"{"name": "Zoe", "tags": ["a", "b"]}"#));
    assert!(!matches(person, r#"{"name": "Zoe", "tags": ["a", "a"]}"#));
    assert!(!matches(person, r#"{"name": "Zoe", "tags": ["c"]}"#));
    assert!(!matches(person, r#"{"name": "Zoe", "x": 1}"#));
    assert!(!matches(person, r#"{"tags": []}"#));
    assert!(matches(r#"{"dependencies": {"a": ["b"]}}"#, r#"{"a": 1, "b": 1}"#));
    assert!(!matches(r#"{"dependencies": {"a": ["b"]}}"#, r#"{"a": 1}"#));
    assert!(!matches(r#"{"patternProperties": {"^n_": {"type": "number"}}}"#, r#"{"n_a": "x"}"#));
    assert!(!matches(
        r#"{"properties": {"a": {"items": [{"type": "number"}], "additionalItems": false}}}"#,
        r#"{"a": [1, 2]}"#
    ));
    // `enum` ignores the order of fields.
    assert!(matches(r#"{"properties": {"a": {"enum": [{"x": 1, "y": 2}]}}}"#, r#"{"a": {"y": 2, "x": 1}}"#));
}

#[test]
fn combinations() {
    let one_of = r#"{"oneOf": [{"required": ["a"]}, {"required": ["b"]}]}"#;
    assert!(matches(one_of, r#"{"a": 1}"#));
    assert!(!matches(one_of, r#"{"a": 1, "b": 1}"#));
    assert!(!matches(r#"{"not": {"required": ["a"]}}"#, r#"{"a": 1}"#));
}

#[test]
fn failures_are_explained() {
    let schema = schema(
        r#"{"title": "Student", "required": ["name", "year"], "properties": {"gpa": {"bsonType": ["double"], "description": "must be a double"}}}"#,
    );
    let mut out = DocBuilder::new();
    schema.explain(RawValue { tag: tag::DOCUMENT, bytes: &doc(r#"{"name": "Zoe", "gpa": 3}"#) }, &mut out);
    let expected = r#"{"operatorName": "$jsonSchema", "title": "Student", "schemaRulesNotSatisfied": [
        {"operatorName": "properties", "propertiesNotSatisfied": [{"propertyName": "gpa", "description": "must be a double", "details": [
            {"operatorName": "bsonType", "specifiedAs": {"bsonType": ["double"]}, "reason": "type did not match", "consideredValue": 3, "consideredType": "int"}]}]},
        {"operatorName": "required", "specifiedAs": {"required": ["name", "year"]}, "missingProperties": ["year"]}]}"#;
    assert_eq!(json(&Value::document(out.finish())), json(&Value::document(doc(expected))));
}

#[test]
fn refusals() {
    let refused = |text: &str| {
        let error = Schema::parse(RawDoc::new(&doc(text))).unwrap_err();
        (error.code(), error.message().to_owned())
    };
    assert_eq!(refused(r#"{"foo": 1}"#), (9, "Unknown $jsonSchema keyword: foo".to_owned()));
    assert_eq!(refused(r#"{"format": "x"}"#).1, "$jsonSchema keyword 'format' is not currently supported");
    assert_eq!(refused(r#"{"required": []}"#).1, "$jsonSchema keyword 'required' cannot be an empty array");
    assert_eq!(refused(r#"{"required": "a"}"#).0, 14);
    assert_eq!(refused(r#"{"type": "integer"}"#).0, 9);
    assert_eq!(refused(r#"{"multipleOf": 0}"#).0, 9);
}
