//! `$maxN`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/maxN/>.

use super::pick_n::{Selection, parse};
use super::{Accumulator, accumulator};

pub(super) const ACCUMULATOR: Accumulator = accumulator(
    "$maxN",
    "The n greatest values, greatest first.",
    (r#"[{"n": 2}, {"n": 3}, {"n": 1}]"#, r#"{"$maxN": {"input": "$n", "n": 2}}"#, "[3, 2]"),
    |argument, context| parse("$maxN", Selection::Max, argument, context),
)
.explained(|operands| operands.expressions(&["n", "input"]));
