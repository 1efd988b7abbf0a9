//! `$bitOr`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/bitOr/>.

use super::{super::prelude::*, combine};

pub(super) const OPERATOR: Operator = operator(
    "$bitOr",
    "The bits that are set in any of the integers.",
    (r#"{"a": 6, "b": 3}"#, r#"{"$bitOr": ["$a", "$b"]}"#, "7"),
    Compile::Variadic { min: 0, max: usize::MAX, apply: |values| combine("$bitOr", 0, |a, b| a | b, values) },
)
.grouped(Grouping::Any);
