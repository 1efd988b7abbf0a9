//! `$second`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/second/>.

use super::super::prelude::*;
use super::part;

pub(super) const OPERATOR: Operator = operator(
    "$second",
    "The second of a date, 0 to 59.",
    (r#"{"at": {"$date": "2021-01-01T13:05:09.250Z"}}"#, r#"{"$second": "$at"}"#, r#"9"#),
    Compile::DatePart(|m| part::small(m.second)),
);
