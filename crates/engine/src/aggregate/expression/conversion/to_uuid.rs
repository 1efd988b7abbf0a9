//! `$toUUID`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/toUUID/>.

use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$toUUID",
    "A string as a UUID.",
    (
        r#"{"a": "0e3b9063-8abd-4eb3-9f9f-f4c59fd30a60"}"#,
        r#"{"$toUUID": "$a"}"#,
        r#"{"$uuid": "0e3b9063-8abd-4eb3-9f9f-f4c59fd30a60"}"#,
    ),
    Compile::Conversion(tag::BINARY),
);
