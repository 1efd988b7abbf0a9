//! Tests of the operators' examples, and of the rules common to all operators.

use super::*;
use crate::testing::{doc, json, value};
use crate::value::{DocBuilder, RawDoc};

/// Evaluates an expression on a document, both as extended JSON.
pub(crate) fn evaluate(input: &str, code: &str) -> Result<Value<'static>> {
    let input = doc(input);
    let code = value(code);
    let mut scratch = Vec::new();
    let mut context = ParseContext::default();
    let expression = compile(code.to_raw(&mut scratch), &mut context)?;
    let scope = Scope::new(RawDoc::new(&input), &context.environment);
    expression.evaluate(&scope).map(Value::into_owned)
}

/// Asserts the value of an expression, with its type.
pub(crate) fn check(input: &str, code: &str, expected: &str) {
    let found = match evaluate(input, code) {
        Ok(found) => json(&found),
        Err(error) => panic!("{code}: {error}"),
    };
    let expected = if expected == "missing" { expected.to_owned() } else { json(&value(expected)) };
    assert_eq!(found, expected, "{code} on {input}");
}

/// Asserts the code and text of an error.
pub(crate) fn check_error(input: &str, code: &str, error_code: i32, text: &str) {
    match evaluate(input, code) {
        Ok(found) => panic!("{code}: no error but {}", json(&found)),
        Err(error) => {
            assert_eq!(error.code(), error_code, "{code}: {error}");
            assert!(error.message().contains(text), "{code}: {error}");
        }
    }
}

#[test]
fn every_example_holds() {
    for operator in operators() {
        let help = operator.help;
        assert!(help.summary.ends_with('.') && help.name.starts_with('$'), "{}", help.name);
        assert!(help.example.code.contains(help.name), "{} is not shown in its example", help.name);
        check(help.example.input, help.example.code, help.example.output);
    }
}

#[test]
fn names_are_unique() {
    let mut names: Vec<_> = operators().map(|operator| operator.help.name).collect();
    names.sort_unstable();
    let all = names.len();
    names.dedup();
    assert_eq!(names.len(), all);
}

#[test]
fn field_paths_traverse_documents_and_arrays() {
    check(r#"{"a": {"b": 1}}"#, r#""$a.b""#, "1");
    check(r#"{"a": [{"b": 1}, {"c": 2}, 3, {"b": 4}]}"#, r#""$a.b""#, "[1, 4]");
    check(r#"{"a": [[{"b": 1}]]}"#, r#""$a.b""#, "[]");
    check(r#"{"a": [1, 2]}"#, r#""$a.0""#, "[]");
    check(r#"{"a": 1}"#, r#""$a.b""#, "missing");
    check(r#"{"a": [{"b": [{"c": 1}]}]}"#, r#""$a.b.c""#, "[[1]]");
}

#[test]
fn literals_keep_and_drop_missing_values() {
    check(r#"{"a": 1}"#, r#"{"x": "$a", "y": "$b"}"#, r#"{"x": 1}"#);
    check(r#"{"a": 1}"#, r#"["$a", "$b"]"#, "[1, null]");
    check("{}", r#"{"x": "$$REMOVE"}"#, "{}");
}

#[test]
fn variables() {
    check(r#"{"a": {"b": 2}}"#, r#""$$ROOT.a.b""#, "2");
    check(r#"{"a": 1}"#, r#""$$CURRENT""#, r#"{"a": 1}"#);
    check("{}", r#""$$NOW""#, r#"{"$date": "1970-01-01T00:00:00Z"}"#);
    check_error("{}", r#""$$x""#, 17276, "Use of undefined variable: x");
    check_error("{}", r#""$$9x""#, 9, "'9x' starts with an invalid character for a variable name");
    check_error("{}", r#""$""#, 16872, "'$' by itself is not a valid FieldPath");
    check_error("{}", r#""$a.""#, 40353, "FieldPath must not end with a '.'.");
    check_error("{}", r#""$a..b""#, 15998, "FieldPath field names may not be empty strings.");
}

#[test]
fn failing_constants_are_found_when_compiling() {
    check_error("{}", r#"{"$foo": 1}"#, 168, "Unrecognized expression '$foo'");
    check_error(
        "{}",
        r#"{"$abs": [1, 2]}"#,
        16020,
        "Expression $abs takes exactly 1 arguments. 2 were passed in.",
    );
    check_error(
        "{}",
        r#"{"$abs": 1, "$ceil": 2}"#,
        15983,
        "must have exactly one field: { $abs: 1, $ceil: 2 }",
    );
    check_error(
        "{}",
        r#"{"$divide": [1, 0]}"#,
        2,
        "Failed to optimize pipeline :: caused by :: can't $divide by zero",
    );
    // An error in a branch that is never taken is ignored.
    check("{}", r#"{"$cond": [true, 1, {"$divide": [1, 0]}]}"#, "1");
}

#[test]
fn deep_nesting_is_an_error() {
    let mut bytes = DocBuilder::new();
    bytes.append_bool("$not", true);
    let mut doc = bytes.finish();
    for _ in 0..500 {
        let mut outer = DocBuilder::new();
        outer.append_doc("$not", RawDoc::new(&doc));
        doc = outer.finish();
    }
    let raw = crate::value::RawValue { tag: crate::value::tag::DOCUMENT, bytes: &doc };
    assert!(compile(raw, &mut ParseContext::default()).is_err());
}

#[test]
fn arithmetic_types() {
    check("{}", r#"{"$add": [1, 2]}"#, "3");
    check("{}", r#"{"$add": [2147483647, 1]}"#, "2147483648");
    check("{}", r#"{"$add": [{"$numberLong": "1"}, 1]}"#, r#"{"$numberLong": "2"}"#);
    check("{}", r#"{"$add": [1, 2.0]}"#, "3.0");
    check("{}", r#"{"$add": [1, {"$numberDecimal": "0.5"}]}"#, r#"{"$numberDecimal": "1.5"}"#);
    check("{}", r#"{"$add": [1, null]}"#, "null");
    check("{}", r#"{"$add": []}"#, "0");
    check("{}", r#"{"$divide": [4, 2]}"#, "2.0");
    check("{}", r#"{"$mod": [-7, 3]}"#, "-1");
    check("{}", r#"{"$multiply": [{"$numberLong": "9223372036854775807"}, 2]}"#, "1.8446744073709552e19");
    check("{}", r#"{"$pow": [2, 31]}"#, "2147483648");
    check("{}", r#"{"$pow": [2, -1]}"#, "0.5");
    check("{}", r#"{"$round": [1234, -2]}"#, "1200");
    check("{}", r#"{"$round": 2.5}"#, "2.0");
    check("{}", r#"{"$round": [{"$numberDecimal": "2.345"}, 2]}"#, r#"{"$numberDecimal": "2.34"}"#);
    check(
        "{}",
        r#"{"$add": [{"$date": "2020-01-01T00:00:00Z"}, 1000]}"#,
        r#"{"$date": "2020-01-01T00:00:01Z"}"#,
    );
    check_error("{}", r#"{"$add": ["a", 1]}"#, 14, "$add only supports numeric or date types, not string");
    check_error("{}", r#"{"$subtract": ["a", 1]}"#, 14, "can't $subtract int from string");
}
