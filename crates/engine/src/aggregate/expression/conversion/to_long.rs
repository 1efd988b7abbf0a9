//! `$toLong`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/toLong/>.

use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$toLong",
    "A value as a 64-bit integer; fractions are truncated.",
    (r#"{"a": "12"}"#, r#"{"$toLong": "$a"}"#, r#"{"$numberLong": "12"}"#),
    Compile::Conversion(tag::INT64),
);
