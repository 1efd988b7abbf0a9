//! `$gt`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/gt/>.

use std::cmp::Ordering;

use super::super::prelude::*;
use super::comparison;

pub(super) const OPERATOR: Operator = operator(
    "$gt",
    "True when the first value is greater than the second.",
    (r#"{"qty": 300}"#, r#"{"$gt": ["$qty", 300]}"#, "false"),
    Compile::Custom(|argument, context| comparison("$gt", argument, context, Ordering::is_gt)),
);
