//! `$dayOfYear`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/dayOfYear/>.

use super::super::prelude::*;
use super::part;

pub(super) const OPERATOR: Operator = operator(
    "$dayOfYear",
    "The day of the year of a date, 1 to 366.",
    (r#"{"at": {"$date": "2021-01-01T13:05:09.250Z"}}"#, r#"{"$dayOfYear": "$at"}"#, r#"1"#),
    Compile::DatePart(|m| part::small(m.day_of_year())),
);
