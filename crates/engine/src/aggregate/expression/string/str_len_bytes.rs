//! `$strLenBytes`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/strLenBytes/>.

use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$strLenBytes",
    "The number of UTF-8 bytes of a string.",
    (r#"{"a": "é"}"#, r#"{"$strLenBytes": "$a"}"#, "2"),
    Compile::Unary(|value| match value.as_str() {
        Some(text) => Ok(Value::Int32(i32::try_from(text.len()).unwrap_or(i32::MAX))),
        None => Err(Error::wrong_type(
            34473,
            "$strLenBytes requires a string argument, found: {type}",
            value.tag(),
        )),
    }),
);
