//! `$minDistance`: <https://www.mongodb.com/docs/manual/reference/operator/query/minDistance/>.

use super::near_distance;
use super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$minDistance",
    Place::Field,
    "The least distance of `$near` and `$nearSphere`.",
    (r#"{"place": [3, 4]}"#, r#"{"place": {"$near": [0, 0], "$minDistance": 6}}"#, "false"),
    |argument| near_distance::parse(argument, "$minDistance"),
);
