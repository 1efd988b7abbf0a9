//! `$radiansToDegrees`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/radiansToDegrees/>.

use super::super::prelude::*;
use super::{EVERYWHERE, apply};

pub(super) const OPERATOR: Operator = operator(
    "$radiansToDegrees",
    "An angle in radians as degrees.",
    (r#"{"a": 0}"#, r#"{"$radiansToDegrees": "$a"}"#, "0.0"),
    Compile::Unary(|value| apply("$radiansToDegrees", EVERYWHERE, f64::to_degrees, &value)),
);
