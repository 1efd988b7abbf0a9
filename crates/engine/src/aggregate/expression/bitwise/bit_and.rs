//! `$bitAnd`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/bitAnd/>.

use super::{super::prelude::*, combine};

pub(super) const OPERATOR: Operator = operator(
    "$bitAnd",
    "The bits that are set in all of the integers.",
    (r#"{"a": 6, "b": 3}"#, r#"{"$bitAnd": ["$a", "$b"]}"#, "2"),
    Compile::Variadic {
        min: 0,
        max: usize::MAX,
        apply: |values| combine("$bitAnd", -1, |a, b| a & b, values),
    },
)
.grouped(Grouping::Any);
