//! `$strLenCP`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/strLenCP/>.

use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$strLenCP",
    "The number of code points of a string.",
    (r#"{"a": "é"}"#, r#"{"$strLenCP": "$a"}"#, "1"),
    Compile::Unary(|value| match value.as_str() {
        Some(text) => Ok(Value::Int32(i32::try_from(text.chars().count()).unwrap_or(i32::MAX))),
        None => {
            Err(Error::wrong_type(34471, "$strLenCP requires a string argument, found: {type}", value.tag()))
        }
    }),
);
