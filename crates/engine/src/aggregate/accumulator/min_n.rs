//! `$minN`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/minN/>.

use super::pick_n::{Selection, parse};
use super::{Accumulator, accumulator};

pub(super) const ACCUMULATOR: Accumulator = accumulator(
    "$minN",
    "The n least values, least first.",
    (r#"[{"n": 2}, {"n": 3}, {"n": 1}]"#, r#"{"$minN": {"input": "$n", "n": 2}}"#, "[1, 2]"),
    |argument, context| parse("$minN", Selection::Min, argument, context),
)
.explained(|operands| operands.expressions(&["n", "input"]));
