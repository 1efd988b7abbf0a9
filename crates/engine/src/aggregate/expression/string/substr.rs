//! `$substr`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/substr/>.

use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$substr",
    "The older name of $substrBytes.",
    (r#"{"a": "hello"}"#, r#"{"$substr": ["$a", 0, 2]}"#, r#""he""#),
    Compile::Variadic { min: 3, max: 3, apply: super::substr_bytes::apply },
);
