//! `$ne`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/ne/>.

use std::cmp::Ordering;

use super::super::prelude::*;
use super::comparison;

pub(super) const OPERATOR: Operator = operator(
    "$ne",
    "True when two values are not equal.",
    (r#"{"qty": 300}"#, r#"{"$ne": ["$qty", 300]}"#, "false"),
    Compile::Custom(|argument, context| comparison("$ne", argument, context, Ordering::is_ne)),
);
