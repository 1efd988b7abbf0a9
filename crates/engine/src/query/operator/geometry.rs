//! `$geometry`: <https://www.mongodb.com/docs/manual/reference/operator/query/geometry/>.

use super::geo_shape;
use super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$geometry",
    Place::Field,
    "A GeoJSON geometry on the sphere; the edges of lines and polygons are the shortest ways.",
    (
        r#"{"place": [1, 1]}"#,
        r#"{"place": {"$geoWithin": {"$geometry": {"type": "Polygon", "coordinates": [[[0, 0], [3, 0], [0, 3], [0, 0]]]}}}}"#,
        "true",
    ),
    |_| geo_shape::refuse("$geometry"),
);
