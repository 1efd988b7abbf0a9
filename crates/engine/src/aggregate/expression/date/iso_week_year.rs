//! `$isoWeekYear`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/isoWeekYear/>.

use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$isoWeekYear",
    "The year that the ISO 8601 week of a date belongs to.",
    (
        r#"{"at": {"$date": "2021-01-01T13:05:09.250Z"}}"#,
        r#"{"$isoWeekYear": "$at"}"#,
        r#"{"$numberLong": "2020"}"#,
    ),
    Compile::DatePart(|m| Value::Int64(m.iso_year_and_week().0)),
);
