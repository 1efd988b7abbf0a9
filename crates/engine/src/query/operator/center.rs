//! `$center`: <https://www.mongodb.com/docs/manual/reference/operator/query/center/>.

use super::geo_shape;
use super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$center",
    Place::Field,
    "A circle on the plane, by its center and radius.",
    (r#"{"place": [3, 4]}"#, r#"{"place": {"$geoWithin": {"$center": [[0, 0], 5]}}}"#, "true"),
    |_| geo_shape::refuse("$center"),
);
