//! `$eq`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/eq/>.

use std::cmp::Ordering;

use super::super::prelude::*;
use super::comparison;

pub(super) const OPERATOR: Operator = operator(
    "$eq",
    "True when two values are equal.",
    (r#"{"qty": 300}"#, r#"{"$eq": ["$qty", 300]}"#, "true"),
    Compile::Custom(|argument, context| comparison("$eq", argument, context, Ordering::is_eq)),
);
