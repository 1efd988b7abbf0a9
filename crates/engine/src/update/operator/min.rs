//! `$min`: <https://www.mongodb.com/docs/manual/reference/operator/update/min/>.

use std::cmp::Ordering;

use super::extreme::Extreme;
use super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$min",
    "Sets a field when the value is less than the one there.",
    (r#"{"_id": 1, "low": 5}"#, r#"{"$min": {"low": 3}}"#, r#"{"_id": 1, "low": 3}"#),
    |argument, parsing| Ok(Extreme::parse(argument, parsing, Ordering::Less)),
);
