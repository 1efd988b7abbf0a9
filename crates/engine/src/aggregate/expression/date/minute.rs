//! `$minute`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/minute/>.

use super::super::prelude::*;
use super::part;

pub(super) const OPERATOR: Operator = operator(
    "$minute",
    "The minute of a date, 0 to 59.",
    (r#"{"at": {"$date": "2021-01-01T13:05:09.250Z"}}"#, r#"{"$minute": "$at"}"#, r#"5"#),
    Compile::DatePart(|m| part::small(m.minute)),
);
