//! Shared parts of the shape operators, which are valid only inside `$geoWithin` and `$geoIntersects`.

use super::prelude::*;

/// Rejects a shape operator outside a geospatial condition.
///
/// # Errors
/// `BadValue`.
pub(super) fn refuse(name: &str) -> Result<Node> {
    Err(Error::bad_value(format!("unknown operator: {name}")))
}
