//! `$centerSphere`: <https://www.mongodb.com/docs/manual/reference/operator/query/centerSphere/>.

use super::geo_shape;
use super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$centerSphere",
    Place::Field,
    "A circle on the sphere, by its center and its radius in radians: a distance divided by the Earth's radius.",
    (r#"{"place": [3, 4]}"#, r#"{"place": {"$geoWithin": {"$centerSphere": [[0, 0], 0.1]}}}"#, "true"),
    |_| geo_shape::refuse("$centerSphere"),
);
