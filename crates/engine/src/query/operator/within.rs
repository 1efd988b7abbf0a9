//! `$within`, the old name of `$geoWithin`.

use super::geo_within;
use super::prelude::*;
use crate::geo::GeoRelation;

pub(super) const OPERATOR: Operator = operator(
    "$within",
    Place::Field,
    "The old name of `$geoWithin`.",
    (r#"{"place": [3, 4]}"#, r#"{"place": {"$within": {"$center": [[0, 0], 5]}}}"#, "true"),
    |argument| geo_within::parse(argument, "$within", GeoRelation::Within),
);
