//! `$toDate`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/toDate/>.

use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$toDate",
    "A value as a date.",
    (r#"{"a": "2021-05-20"}"#, r#"{"$toDate": "$a"}"#, r#"{"$date": "2021-05-20T00:00:00Z"}"#),
    Compile::Conversion(tag::DATE),
);
