//! `$toDecimal`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/toDecimal/>.

use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$toDecimal",
    "A value as a decimal.",
    (r#"{"a": "1.50"}"#, r#"{"$toDecimal": "$a"}"#, r#"{"$numberDecimal": "1.50"}"#),
    Compile::Conversion(tag::DECIMAL128),
);
