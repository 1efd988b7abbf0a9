//! `$toLower`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/toLower/>.

use super::{super::prelude::*, coerce};

pub(super) const OPERATOR: Operator = operator(
    "$toLower",
    "A string in lower case; only ASCII letters change.",
    (r#"{"a": "ABC"}"#, r#"{"$toLower": "$a"}"#, r#""abc""#),
    Compile::Unary(|value| Ok(Value::string(coerce(&value)?.to_ascii_lowercase()))),
);
