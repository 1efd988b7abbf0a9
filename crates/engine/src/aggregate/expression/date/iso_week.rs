//! `$isoWeek`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/isoWeek/>.

use super::super::prelude::*;
use super::part;

pub(super) const OPERATOR: Operator = operator(
    "$isoWeek",
    "The ISO 8601 week of a date, 1 to 53; weeks begin on Mondays.",
    (r#"{"at": {"$date": "2021-01-01T13:05:09.250Z"}}"#, r#"{"$isoWeek": "$at"}"#, r#"53"#),
    Compile::DatePart(|m| part::small(m.iso_year_and_week().1)),
);
