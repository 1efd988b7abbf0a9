//! The shapes that `$geoWithin` and `$geoIntersects` read: `$geometry`, `$box`,
//! `$polygon`, `$center` and `$centerSphere`. They stand nowhere else.

use super::prelude::*;

pub(super) const GEOMETRY: Operator = operator(
    "$geometry",
    Place::Field,
    "A GeoJSON geometry on the sphere; the edges of lines and polygons are the shortest ways.",
    (
        r#"{"place": [1, 1]}"#,
        r#"{"place": {"$geoWithin": {"$geometry": {"type": "Polygon", "coordinates": [[[0, 0], [3, 0], [0, 3], [0, 0]]]}}}}"#,
        "true",
    ),
    |_| refuse("$geometry"),
);

pub(super) const BOX: Operator = operator(
    "$box",
    Place::Field,
    "A rectangle on the plane, by two opposite corners.",
    (r#"{"place": [3, 4]}"#, r#"{"place": {"$geoWithin": {"$box": [[0, 0], [2, 2]]}}}"#, "false"),
    |_| refuse("$box"),
);

pub(super) const POLYGON: Operator = operator(
    "$polygon",
    Place::Field,
    "A polygon on the plane, by its corners.",
    (r#"{"place": [1, 1]}"#, r#"{"place": {"$geoWithin": {"$polygon": [[0, 0], [3, 6], [6, 0]]}}}"#, "true"),
    |_| refuse("$polygon"),
);

pub(super) const CENTER: Operator = operator(
    "$center",
    Place::Field,
    "A circle on the plane, by its center and radius.",
    (r#"{"place": [3, 4]}"#, r#"{"place": {"$geoWithin": {"$center": [[0, 0], 5]}}}"#, "true"),
    |_| refuse("$center"),
);

pub(super) const CENTER_SPHERE: Operator = operator(
    "$centerSphere",
    Place::Field,
    "A circle on the sphere, by its center and its radius in radians: a distance divided by the Earth's radius.",
    (r#"{"place": [3, 4]}"#, r#"{"place": {"$geoWithin": {"$centerSphere": [[0, 0], 0.1]}}}"#, "true"),
    |_| refuse("$centerSphere"),
);

/// Outside of a condition on places a shape is no operator.
fn refuse(name: &str) -> Result<Node> {
    Err(Error::bad_value(format!("unknown operator: {name}")))
}
