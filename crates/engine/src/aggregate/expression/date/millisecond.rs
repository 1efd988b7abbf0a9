//! `$millisecond`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/millisecond/>.

use super::super::prelude::*;
use super::part;

pub(super) const OPERATOR: Operator = operator(
    "$millisecond",
    "The millisecond of a date, 0 to 999.",
    (r#"{"at": {"$date": "2021-01-01T13:05:09.250Z"}}"#, r#"{"$millisecond": "$at"}"#, r#"250"#),
    Compile::DatePart(|m| part::small(m.millisecond)),
);
