//! `$median` (expression): <https://www.mongodb.com/docs/manual/reference/operator/aggregation/median/>.

use super::{super::prelude::*, percentile};

pub(super) const OPERATOR: Operator = operator(
    "$median",
    "The number in the middle.",
    (r#"{"a": [1, 2, 9]}"#, r#"{"$median": {"input": "$a", "method": "approximate"}}"#, "2.0"),
    Compile::Custom(|argument, context| percentile::parse("$median", argument, context)),
)
.explained(|operands| operands.expressions(&["input"]).settings(&["method"]));
