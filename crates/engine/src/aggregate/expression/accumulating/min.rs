//! `$min` (expression): <https://www.mongodb.com/docs/manual/reference/operator/aggregation/min/>.

use super::{super::prelude::*, parse};
use crate::aggregate::accumulator::Extreme;

pub(super) const OPERATOR: Operator = operator(
    "$min",
    "The least value.",
    (r#"{"a": [1, 3, "x"]}"#, r#"{"$min": "$a"}"#, r#"1"#),
    Compile::Custom(|argument, context| parse(Extreme::least(&context.environment), argument, context)),
)
.grouped(Grouping::Any);
