//! `$geoNear`, the oldest name of `$near`.

use super::near;
use super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$geoNear",
    Place::Field,
    "An old name of `$near`.",
    (r#"{"place": [3, 4]}"#, r#"{"place": {"$geoNear": [0, 0], "$maxDistance": 5}}"#, "true"),
    |argument| near::parse(argument, "$geoNear"),
);
