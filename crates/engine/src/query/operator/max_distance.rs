//! `$maxDistance`: <https://www.mongodb.com/docs/manual/reference/operator/query/maxDistance/>.

use super::near_distance;
use super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$maxDistance",
    Place::Field,
    "The greatest distance of `$near` and `$nearSphere`.",
    (r#"{"place": [3, 4]}"#, r#"{"place": {"$near": [0, 0], "$maxDistance": 4}}"#, "false"),
    |argument| near_distance::parse(argument, "$maxDistance"),
);
