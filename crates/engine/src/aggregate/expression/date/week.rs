//! `$week`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/week/>.

use super::super::prelude::*;
use super::part;

pub(super) const OPERATOR: Operator = operator(
    "$week",
    "The week of the year of a date, 0 to 53; weeks begin on Sundays.",
    (r#"{"at": {"$date": "2021-01-01T13:05:09.250Z"}}"#, r#"{"$week": "$at"}"#, r#"0"#),
    Compile::DatePart(|m| part::small(m.week())),
);
