//! `$gte`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/gte/>.

use std::cmp::Ordering;

use super::super::prelude::*;
use super::comparison;

pub(super) const OPERATOR: Operator = operator(
    "$gte",
    "True when the first value is greater than or equal to the second.",
    (r#"{"qty": 300}"#, r#"{"$gte": ["$qty", 300]}"#, "true"),
    Compile::Custom(|argument, context| comparison("$gte", argument, context, Ordering::is_ge)),
);
