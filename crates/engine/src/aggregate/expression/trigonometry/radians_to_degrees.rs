//! `$radiansToDegrees`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/radiansToDegrees/>.

use super::super::prelude::*;
use super::scale;

pub(super) const OPERATOR: Operator = operator(
    "$radiansToDegrees",
    "An angle in radians as degrees.",
    (r#"{"a": 0}"#, r#"{"$radiansToDegrees": "$a"}"#, "0.0"),
    Compile::Unary(|value| {
        scale("$radiansToDegrees", f64::to_degrees, "57.29577951308232087679815481410517", &value)
    }),
);
