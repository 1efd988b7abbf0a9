//! `$lte`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/lte/>.

use std::cmp::Ordering;

use super::super::prelude::*;
use super::comparison;

pub(super) const OPERATOR: Operator = operator(
    "$lte",
    "True when the first value is less than or equal to the second.",
    (r#"{"qty": 300}"#, r#"{"$lte": ["$qty", 300]}"#, "true"),
    Compile::Custom(|argument, context| comparison("$lte", argument, context, Ordering::is_le)),
);
