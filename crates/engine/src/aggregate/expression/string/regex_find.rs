//! `$regexFind`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/regexFind/>.

use super::super::prelude::*;
use super::regex;

pub(super) const OPERATOR: Operator = operator(
    "$regexFind",
    "The first match of a regular expression, with its position and groups.",
    (
        r#"{"a": "tel 12-34"}"#,
        r#"{"$regexFind": {"input": "$a", "regex": "(\\d+)-(\\d+)"}}"#,
        r#"{"match": "12-34", "idx": 4, "captures": ["12", "34"]}"#,
    ),
    Compile::Custom(|argument, context| regex::parse("$regexFind", find, argument, context)),
)
.explained(|operands| operands.expressions(&["input", "regex", "options"]));

fn find(regex: &crate::regex::Regex, text: Option<&str>) -> Result<Value<'static>> {
    let Some(text) = text else {
        return Ok(Value::Null);
    };
    let found = regex.captures_from(text, 0)?;
    Ok(found.map_or(Value::Null, |captures| Value::document(regex::describe(text, &captures))))
}
