//! `$nearSphere`: <https://www.mongodb.com/docs/manual/reference/operator/query/nearSphere/>.

use super::near;
use super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$nearSphere",
    Place::Field,
    "Gives the documents from the nearest place to the farthest on the sphere: from a GeoJSON point in meters, from a pair of longitude and latitude in radians.",
    (r#"{"place": [3, 4]}"#, r#"{"place": {"$nearSphere": [0, 0], "$maxDistance": 0.1}}"#, "true"),
    |argument| near::parse(argument, "$nearSphere"),
);
