//! `$stdDevPop` (expression): <https://www.mongodb.com/docs/manual/reference/operator/aggregation/stdDevPop/>.

use super::{super::prelude::*, parse};
use crate::aggregate::accumulator::StdDev;

pub(super) const OPERATOR: Operator = operator(
    "$stdDevPop",
    "The standard deviation of the numbers as a whole population.",
    (r#"{"a": [1, 3, "x"]}"#, r#"{"$stdDevPop": "$a"}"#, r#"1.0"#),
    Compile::Custom(|argument, context| parse(StdDev::population(), argument, context)),
);
