//! `$geoIntersects`: <https://www.mongodb.com/docs/manual/reference/operator/query/geoIntersects/>.

use super::geo_within;
use super::prelude::*;
use crate::geo::GeoRelation;

pub(super) const OPERATOR: Operator = operator(
    "$geoIntersects",
    Place::Field,
    "Matches places that have a point in common with a GeoJSON geometry.",
    (
        r#"{"way": {"type": "LineString", "coordinates": [[0, 0], [10, 10]]}}"#,
        r#"{"way": {"$geoIntersects": {"$geometry": {"type": "LineString", "coordinates": [[0, 10], [10, 0]]}}}}"#,
        "true",
    ),
    |argument| geo_within::parse(argument, "$geoIntersects", GeoRelation::Intersects),
);
