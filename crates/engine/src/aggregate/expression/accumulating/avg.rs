//! `$avg` (expression): <https://www.mongodb.com/docs/manual/reference/operator/aggregation/avg/>.

use super::{super::prelude::*, parse};
use crate::aggregate::accumulator::Avg;

pub(super) const OPERATOR: Operator = operator(
    "$avg",
    "The mean of the numbers.",
    (r#"{"a": [1, 3, "x"]}"#, r#"{"$avg": "$a"}"#, r#"2.0"#),
    Compile::Custom(|argument, context| parse(Avg::default(), argument, context)),
);
