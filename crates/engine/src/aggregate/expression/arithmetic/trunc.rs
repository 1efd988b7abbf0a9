//! `$trunc`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/trunc/>.

use crate::value::RoundingMode;

use super::super::prelude::*;
use super::rounding::to_place;

pub(super) const OPERATOR: Operator = operator(
    "$trunc",
    "Truncates a number to a whole number or a decimal place.",
    ("{}", r#"{"$trunc": [19.25, 1]}"#, "19.2"),
    Compile::Variadic { min: 1, max: 2, apply },
);

fn apply<'a>(values: &mut [Value<'a>]) -> Result<Value<'a>> {
    to_place("$trunc", values, RoundingMode::TowardZero, f64::trunc)
}
