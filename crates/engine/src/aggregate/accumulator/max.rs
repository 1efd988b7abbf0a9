//! `$max`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/max/>.

use super::min::Extreme;
use super::{Accumulator, accumulator, unary};
use crate::aggregate::window::sliding_state;

pub(super) const ACCUMULATOR: Accumulator = accumulator(
    "$max",
    "The greatest value; null and missing do not count.",
    (r#"[{"n": 1}, {"n": 2}]"#, r#"{"$max": "$n"}"#, "2"),
    |argument, context| unary("$max", argument, context, Extreme::greatest(&context.environment)),
)
.sliding(|| Box::new(sliding_state::Extreme::GREATEST));
