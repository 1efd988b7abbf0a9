//! What shape operators share. They stand only inside `$geoWithin` and `$geoIntersects`.

use super::prelude::*;

/// Outside of a condition on places a shape is no operator.
///
/// # Errors
/// `BadValue`.
pub(super) fn refuse(name: &str) -> Result<Node> {
    Err(Error::bad_value(format!("unknown operator: {name}")))
}
