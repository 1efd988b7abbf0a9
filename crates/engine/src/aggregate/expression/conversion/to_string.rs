//! `$toString`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/toString/>.

use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$toString",
    "A value as text.",
    (r#"{"a": 2.5}"#, r#"{"$toString": "$a"}"#, r#""2.5""#),
    Compile::Conversion(tag::STRING),
);
