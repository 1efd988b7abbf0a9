//! `$acosh`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/acosh/>.

use super::super::prelude::*;
use super::{Domain, apply};

pub(super) const OPERATOR: Operator = operator(
    "$acosh",
    "The inverse hyperbolic cosine.",
    (r#"{"a": 1}"#, r#"{"$acosh": "$a"}"#, "0.0"),
    Compile::Unary(|value| {
        apply("$acosh", Domain { low: 1.0, high: f64::INFINITY, inclusive: true }, Function::Acosh, &value)
    }),
);
