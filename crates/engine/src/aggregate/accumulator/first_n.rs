//! `$firstN`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/firstN/>.

use super::pick_n::{Selection, parse};
use super::{Accumulator, accumulator};

pub(super) const ACCUMULATOR: Accumulator = accumulator(
    "$firstN",
    "The values of the first n documents.",
    (r#"[{"n": 2}, {"n": 3}, {"n": 1}]"#, r#"{"$firstN": {"input": "$n", "n": 2}}"#, "[2, 3]"),
    |argument, context| parse("$firstN", Selection::First, argument, context),
)
.explained(|operands| operands.expressions(&["n", "input"]));
