//! `$lt`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/lt/>.

use std::cmp::Ordering;

use super::super::prelude::*;
use super::comparison;

pub(super) const OPERATOR: Operator = operator(
    "$lt",
    "True when the first value is less than the second.",
    (r#"{"qty": 300}"#, r#"{"$lt": ["$qty", 300]}"#, "false"),
    Compile::Custom(|argument, context| comparison("$lt", argument, context, Ordering::is_lt)),
);
