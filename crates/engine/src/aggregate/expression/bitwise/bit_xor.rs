//! `$bitXor`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/bitXor/>.

use super::{super::prelude::*, combine};

pub(super) const OPERATOR: Operator = operator(
    "$bitXor",
    "The bits that are set in an odd number of the integers.",
    (r#"{"a": 6, "b": 3}"#, r#"{"$bitXor": ["$a", "$b"]}"#, "5"),
    Compile::Variadic {
        min: 0,
        max: usize::MAX,
        apply: |values| combine("$bitXor", 0, |a, b| a ^ b, values),
    },
)
.grouped(Grouping::Any);
