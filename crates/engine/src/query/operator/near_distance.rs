//! Shared parts of `$minDistance` and `$maxDistance`.

use super::prelude::*;

/// Accepts a distance next to `$near` or an alias, which reads it, and rejects it elsewhere.
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
