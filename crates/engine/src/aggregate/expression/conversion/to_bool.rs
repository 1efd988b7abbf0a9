//! `$toBool`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/toBool/>.

use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$toBool",
    "A value as a boolean: false for zero, true for every string.",
    (r#"{"a": "false"}"#, r#"{"$toBool": "$a"}"#, r#"true"#),
    Compile::Conversion(tag::BOOL),
);
