//! `$dateAdd`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/dateAdd/>.

use super::super::prelude::*;
use super::shift;

pub(super) const OPERATOR: Operator = operator(
    "$dateAdd",
    "The date a number of units later.",
    (
        r#"{"at": {"$date": "2021-01-31T00:00:00Z"}}"#,
        r#"{"$dateAdd": {"startDate": "$at", "unit": "month", "amount": 1}}"#,
        r#"{"$date": "2021-02-28T00:00:00Z"}"#,
    ),
    Compile::Custom(|argument, context| shift::parse("$dateAdd", 1, argument, context)),
)
.explained(|operands| operands.expressions(&["startDate", "unit", "amount", "timezone"]));
