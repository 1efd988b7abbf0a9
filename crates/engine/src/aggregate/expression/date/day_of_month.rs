//! `$dayOfMonth`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/dayOfMonth/>.

use super::super::prelude::*;
use super::part;

pub(super) const OPERATOR: Operator = operator(
    "$dayOfMonth",
    "The day of the month of a date, 1 to 31.",
    (r#"{"at": {"$date": "2021-01-01T13:05:09.250Z"}}"#, r#"{"$dayOfMonth": "$at"}"#, r#"1"#),
    Compile::DatePart(|m| part::small(m.day)),
);
