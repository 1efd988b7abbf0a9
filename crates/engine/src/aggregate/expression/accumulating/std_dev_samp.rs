//! `$stdDevSamp` (expression): <https://www.mongodb.com/docs/manual/reference/operator/aggregation/stdDevSamp/>.

use super::{super::prelude::*, parse};
use crate::aggregate::accumulator::StdDev;

pub(super) const OPERATOR: Operator = operator(
    "$stdDevSamp",
    "The standard deviation of the numbers as a sample.",
    (r#"{"a": [1, 3, "x"]}"#, r#"{"$stdDevSamp": "$a"}"#, r#"1.4142135623730951"#),
    Compile::Custom(|argument, context| parse(StdDev::sample(), argument, context)),
);
