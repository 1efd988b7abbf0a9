//! `$toDouble`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/toDouble/>.

use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$toDouble",
    "A value as a double.",
    (r#"{"a": "1.5"}"#, r#"{"$toDouble": "$a"}"#, r#"1.5"#),
    Compile::Conversion(tag::DOUBLE),
);
