//! `$hour`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/hour/>.

use super::super::prelude::*;
use super::part;

pub(super) const OPERATOR: Operator = operator(
    "$hour",
    "The hour of a date, 0 to 23.",
    (r#"{"at": {"$date": "2021-01-01T13:05:09.250Z"}}"#, r#"{"$hour": "$at"}"#, r#"13"#),
    Compile::DatePart(|m| part::small(m.hour)),
);
