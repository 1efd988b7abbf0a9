//! `$sum` (expression): <https://www.mongodb.com/docs/manual/reference/operator/aggregation/sum/>.

use super::{super::prelude::*, parse};
use crate::aggregate::accumulator::Sum;

pub(super) const OPERATOR: Operator = operator(
    "$sum",
    "The sum of the numbers.",
    (r#"{"a": [1, 3, "x"]}"#, r#"{"$sum": "$a"}"#, r#"4"#),
    Compile::Custom(|argument, context| parse(Sum::default(), argument, context)),
)
.grouped(Grouping::Any);
