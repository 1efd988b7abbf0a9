//! `$max`: <https://www.mongodb.com/docs/manual/reference/operator/update/max/>.

use std::cmp::Ordering;

use super::extreme::Extreme;
use super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$max",
    "Sets a field when the value is greater than the one there.",
    (r#"{"_id": 1, "high": 5}"#, r#"{"$max": {"high": 8}}"#, r#"{"_id": 1, "high": 8}"#),
    |argument, parsing| Ok(Extreme::parse(argument, parsing, Ordering::Greater)),
);
