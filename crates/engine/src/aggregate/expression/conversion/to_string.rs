//! `$toString`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/toString/>.

use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$toString",
    "A value as a string.",
    (r#"{"a": 2.5}"#, r#"{"$toString": "$a"}"#, r#""2.5""#),
    Compile::Conversion(tag::STRING),
);
