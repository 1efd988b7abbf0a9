//! `$box`: <https://www.mongodb.com/docs/manual/reference/operator/query/box/>.

use super::geo_shape;
use super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$box",
    Place::Field,
    "A rectangle on the plane, by two opposite corners.",
    (r#"{"place": [3, 4]}"#, r#"{"place": {"$geoWithin": {"$box": [[0, 0], [2, 2]]}}}"#, "false"),
    |_| geo_shape::refuse("$box"),
);
