//! `$max` (expression): <https://www.mongodb.com/docs/manual/reference/operator/aggregation/max/>.

use super::{super::prelude::*, parse};
use crate::aggregate::accumulator::Extreme;

pub(super) const OPERATOR: Operator = operator(
    "$max",
    "The greatest value.",
    (r#"{"a": [1, 3, "x"]}"#, r#"{"$max": "$a"}"#, r#""x""#),
    Compile::Custom(|argument, context| parse(Extreme::greatest(&context.environment), argument, context)),
)
.grouped(Grouping::Any);
