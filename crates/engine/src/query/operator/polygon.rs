//! `$polygon`: <https://www.mongodb.com/docs/manual/reference/operator/query/polygon/>.

use super::geo_shape;
use super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$polygon",
    Place::Field,
    "A polygon on the plane, by its corners.",
    (r#"{"place": [1, 1]}"#, r#"{"place": {"$geoWithin": {"$polygon": [[0, 0], [3, 6], [6, 0]]}}}"#, "true"),
    |_| geo_shape::refuse("$polygon"),
);
