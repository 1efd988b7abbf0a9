//! `$month`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/month/>.

use super::super::prelude::*;
use super::part;

pub(super) const OPERATOR: Operator = operator(
    "$month",
    "The month of a date, 1 to 12.",
    (r#"{"at": {"$date": "2021-01-01T13:05:09.250Z"}}"#, r#"{"$month": "$at"}"#, r#"1"#),
    Compile::DatePart(|m| part::small(m.month)),
);
