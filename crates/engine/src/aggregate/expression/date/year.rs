//! `$year`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/year/>.

use super::super::prelude::*;
use super::part;

pub(super) const OPERATOR: Operator = operator(
    "$year",
    "The year of a date.",
    (r#"{"at": {"$date": "2021-01-01T13:05:09.250Z"}}"#, r#"{"$year": "$at"}"#, r#"2021"#),
    Compile::DatePart(|m| part::small(m.year)),
);
