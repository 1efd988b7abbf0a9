//! `$round`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/round/>.

use crate::value::RoundingMode;

use super::super::prelude::*;
use super::rounding::to_place;

pub(super) const OPERATOR: Operator = operator(
    "$round",
    "Rounds a number to a whole number or a decimal place, halves to the even neighbour.",
    ("{}", r#"{"$round": [19.25, 1]}"#, "19.2"),
    Compile::Variadic { min: 1, max: 2, apply },
);

fn apply<'a>(values: &mut [Value<'a>]) -> Result<Value<'a>> {
    to_place("$round", values, RoundingMode::NearestEven, f64::round_ties_even)
}
