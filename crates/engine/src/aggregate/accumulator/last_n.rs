//! `$lastN`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/lastN/>.

use super::pick_n::{Selection, parse};
use super::{Accumulator, accumulator};

pub(super) const ACCUMULATOR: Accumulator = accumulator(
    "$lastN",
    "The values of the last n documents.",
    (r#"[{"n": 2}, {"n": 3}, {"n": 1}]"#, r#"{"$lastN": {"input": "$n", "n": 2}}"#, "[3, 1]"),
    |argument, context| parse("$lastN", Selection::Last, argument, context),
)
.explained(|operands| operands.expressions(&["n", "input"]));
