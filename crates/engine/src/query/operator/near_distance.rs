//! `$minDistance` and `$maxDistance`, which `$near` and `$nearSphere` read.
//!
//! <https://www.mongodb.com/docs/manual/reference/operator/query/maxDistance/>,
//! <https://www.mongodb.com/docs/manual/reference/operator/query/minDistance/>.

use super::prelude::*;

pub(super) const MAX: Operator = operator(
    "$maxDistance",
    Place::Field,
    "The greatest distance of `$near` and `$nearSphere`.",
    (r#"{"place": [3, 4]}"#, r#"{"place": {"$near": [0, 0], "$maxDistance": 4}}"#, "false"),
    |argument| parse(argument, "$maxDistance"),
);

pub(super) const MIN: Operator = operator(
    "$minDistance",
    Place::Field,
    "The least distance of `$near` and `$nearSphere`.",
    (r#"{"place": [3, 4]}"#, r#"{"place": {"$near": [0, 0], "$minDistance": 6}}"#, "false"),
    |argument| parse(argument, "$minDistance"),
);

fn parse(argument: &Argument<'_>, name: &str) -> Result<Node> {
    let first = argument.siblings.first().map_or("", |element| element.name());
    if matches!(first, "$near" | "$nearSphere" | "$geoNear") {
        return Ok(Node::always());
    }
    Err(Error::bad_value(format!("unknown operator: {name}")))
}
