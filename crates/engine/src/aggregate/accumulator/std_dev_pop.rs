//! `$stdDevPop`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/stdDevPop/>.

use super::{Accumulator, StdDev, accumulator, unary};
use crate::aggregate::window::sliding_state;

pub(super) const ACCUMULATOR: Accumulator = accumulator(
    "$stdDevPop",
    "The standard deviation of the numbers as a whole population.",
    (r#"[{"n": 1}, {"n": 3}]"#, r#"{"$stdDevPop": "$n"}"#, "1.0"),
    |argument, context| unary("$stdDevPop", argument, context, StdDev::population()),
)
.sliding(|| Box::new(sliding_state::Deviation::of(StdDev::population())));
