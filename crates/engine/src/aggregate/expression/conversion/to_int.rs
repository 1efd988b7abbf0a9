//! `$toInt`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/toInt/>.

use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$toInt",
    "A value as a 32-bit integer; fractions are truncated.",
    (r#"{"a": 1.9}"#, r#"{"$toInt": "$a"}"#, r#"1"#),
    Compile::Conversion(tag::INT32),
);
