//! `$dateSubtract`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/dateSubtract/>.

use super::super::prelude::*;
use super::shift;

pub(super) const OPERATOR: Operator = operator(
    "$dateSubtract",
    "The date a number of units earlier.",
    (
        r#"{"at": {"$date": "2021-01-31T00:00:00Z"}}"#,
        r#"{"$dateSubtract": {"startDate": "$at", "unit": "month", "amount": 1}}"#,
        r#"{"$date": "2020-12-31T00:00:00Z"}"#,
    ),
    Compile::Custom(|argument, context| shift::parse("$dateSubtract", -1, argument, context)),
)
.explained(|operands| operands.expressions(&["startDate", "unit", "amount", "timezone"]));
