//! `$stdDevSamp`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/stdDevSamp/>.

use super::{Accumulator, StdDev, accumulator, unary};
use crate::aggregate::window::sliding_state;

pub(super) const ACCUMULATOR: Accumulator = accumulator(
    "$stdDevSamp",
    "The standard deviation of the numbers as a sample; null for fewer than two.",
    (r#"[{"n": 1}, {"n": 3}, {"n": 5}]"#, r#"{"$stdDevSamp": "$n"}"#, "2.0"),
    |argument, context| unary("$stdDevSamp", argument, context, StdDev::sample()),
)
.sliding(|| Box::new(sliding_state::Deviation::of(StdDev::sample())));
