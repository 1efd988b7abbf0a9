//! `$median`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/median/>.

use super::percentile::parse;
use super::{Accumulator, accumulator};

pub(super) const ACCUMULATOR: Accumulator = accumulator(
    "$median",
    "The number in the middle.",
    (r#"[{"n": 1}, {"n": 5}, {"n": 2}]"#, r#"{"$median": {"input": "$n", "method": "approximate"}}"#, "2.0"),
    |argument, context| parse("$median", argument, context),
)
.explained(|operands| operands.expressions(&["input"]).settings(&["method"]));
