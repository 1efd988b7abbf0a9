//! `$regexMatch`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/regexMatch/>.

use super::super::prelude::*;
use super::regex;

pub(super) const OPERATOR: Operator = operator(
    "$regexMatch",
    "Whether a regular expression is found in a string.",
    (r#"{"a": "abc"}"#, r#"{"$regexMatch": {"input": "$a", "regex": "^A", "options": "i"}}"#, "true"),
    Compile::Custom(|argument, context| {
        let answer: regex::Answer =
            |regex, text| Ok(Value::Bool(text.is_some_and(|text| regex.is_match(text))));
        regex::parse("$regexMatch", answer, argument, context)
    }),
)
.explained(|operands| operands.expressions(&["input", "regex", "options"]));
