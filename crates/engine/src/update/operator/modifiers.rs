//! What may stand inside the arguments and paths of operators: modifiers of
//! `$push` and `$addToSet`, and placeholders for array elements.
//!
//! <https://www.mongodb.com/docs/manual/reference/operator/update-array/>

use crate::operator::{Example, Help};

const fn help(
    name: &'static str,
    summary: &'static str,
    (input, code, output): (&'static str, &'static str, &'static str),
) -> Help {
    Help { name, summary, example: Example { input, code, output } }
}

/// Every modifier and placeholder. The code of an example is a statement of
/// the `update` command: `q`, `u`, `arrayFilters`.
pub const MODIFIERS: &[Help] = &[
    help(
        "$",
        "In a path: the array element that matched the query.",
        (
            r#"{"_id": 1, "grades": [85, 80]}"#,
            r#"{"q": {"grades": 80}, "u": {"$set": {"grades.$": 82}}}"#,
            r#"{"_id": 1, "grades": [85, 82]}"#,
        ),
    ),
    help(
        "$[]",
        "In a path: all elements of an array.",
        (
            r#"{"_id": 1, "grades": [85, 80]}"#,
            r#"{"q": {}, "u": {"$inc": {"grades.$[]": 1}}}"#,
            r#"{"_id": 1, "grades": [86, 81]}"#,
        ),
    ),
    help(
        "$[<identifier>]",
        "In a path: the array elements that an array filter accepts.",
        (
            r#"{"_id": 1, "grades": [85, 110]}"#,
            r#"{"q": {}, "u": {"$set": {"grades.$[g]": 100}}, "arrayFilters": [{"g": {"$gt": 100}}]}"#,
            r#"{"_id": 1, "grades": [85, 100]}"#,
        ),
    ),
    help(
        "$each",
        "In $push and $addToSet: adds each of several values.",
        (
            r#"{"_id": 1, "a": [1]}"#,
            r#"{"q": {}, "u": {"$push": {"a": {"$each": [2, 3]}}}}"#,
            r#"{"_id": 1, "a": [1, 2, 3]}"#,
        ),
    ),
    help(
        "$position",
        "In $push with $each: where the values are put; negative counts from the end.",
        (
            r#"{"_id": 1, "a": [1, 2]}"#,
            r#"{"q": {}, "u": {"$push": {"a": {"$each": [9], "$position": 0}}}}"#,
            r#"{"_id": 1, "a": [9, 1, 2]}"#,
        ),
    ),
    help(
        "$slice",
        "In $push with $each: keeps the first n elements, the last n when negative.",
        (
            r#"{"_id": 1, "a": [1, 2]}"#,
            r#"{"q": {}, "u": {"$push": {"a": {"$each": [3], "$slice": -2}}}}"#,
            r#"{"_id": 1, "a": [2, 3]}"#,
        ),
    ),
    help(
        "$sort",
        "In $push with $each: sorts the array, by whole elements or by their fields.",
        (
            r#"{"_id": 1, "a": [{"n": 3}, {"n": 1}]}"#,
            r#"{"q": {}, "u": {"$push": {"a": {"$each": [{"n": 2}], "$sort": {"n": 1}}}}}"#,
            r#"{"_id": 1, "a": [{"n": 1}, {"n": 2}, {"n": 3}]}"#,
        ),
    ),
];
