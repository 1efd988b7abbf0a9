//! `$dayOfWeek`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/dayOfWeek/>.

use super::super::prelude::*;
use super::part;

pub(super) const OPERATOR: Operator = operator(
    "$dayOfWeek",
    "The day of the week of a date, 1 for Sunday to 7 for Saturday.",
    (r#"{"at": {"$date": "2021-01-01T13:05:09.250Z"}}"#, r#"{"$dayOfWeek": "$at"}"#, r#"6"#),
    Compile::DatePart(|m| part::small(m.day_of_week())),
);
