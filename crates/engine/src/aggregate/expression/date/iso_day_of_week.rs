//! `$isoDayOfWeek`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/isoDayOfWeek/>.

use super::super::prelude::*;
use super::part;

pub(super) const OPERATOR: Operator = operator(
    "$isoDayOfWeek",
    "The ISO 8601 day of the week of a date, 1 for Monday to 7 for Sunday.",
    (r#"{"at": {"$date": "2021-01-01T13:05:09.250Z"}}"#, r#"{"$isoDayOfWeek": "$at"}"#, r#"5"#),
    Compile::DatePart(|m| part::small(m.iso_day_of_week())),
);
