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
    parse,
);

pub(super) const MIN: Operator = operator(
    "$minDistance",
    Place::Field,
    "The least distance of `$near` and `$nearSphere`.",
    (r#"{"place": [3, 4]}"#, r#"{"place": {"$near": [0, 0], "$minDistance": 6}}"#, "false"),
    parse,
);

fn parse(argument: &Argument<'_>) -> Result<Node> {
    let first = argument.siblings.first().map_or("", |element| element.name());
    if matches!(first, "$near" | "$nearSphere") {
        return Ok(Node::always());
    }
    let own =
        argument.siblings.iter().find(|element| matches!(element.name(), "$minDistance" | "$maxDistance"));
    Err(Error::bad_value(format!("unknown operator: {}", own.map_or("", |element| element.name()))))
}
