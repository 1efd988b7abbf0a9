//! `$toUpper`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/toUpper/>.

use super::{super::prelude::*, coerce};

pub(super) const OPERATOR: Operator = operator(
    "$toUpper",
    "A string in upper case; only ASCII letters change.",
    (r#"{"a": "abc"}"#, r#"{"$toUpper": "$a"}"#, r#""ABC""#),
    Compile::Unary(|value| Ok(Value::string(coerce(&value)?.to_ascii_uppercase()))),
);
