//! What `$minDistance` and `$maxDistance` share.

use super::prelude::*;

/// `$near` and its other names read the distances; beside anything else they are no operators.
///
/// # Errors
/// `BadValue`.
pub(super) fn parse(argument: &Argument<'_>, name: &str) -> Result<Node> {
    let first = argument.siblings.first().map_or("", |element| element.name());
    if matches!(first, "$near" | "$nearSphere" | "$geoNear") {
        return Ok(Node::always());
    }
    Err(Error::bad_value(format!("unknown operator: {name}")))
}
