//! `$strcasecmp`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/strcasecmp/>.

use super::{super::prelude::*, coerce};

pub(super) const OPERATOR: Operator = operator(
    "$strcasecmp",
    "Compares strings without regard to case: -1, 0 or 1.",
    (r#"{"a": "abc"}"#, r#"{"$strcasecmp": ["$a", "ABC"]}"#, "0"),
    Compile::Binary(|left, right| {
        let (left, right) = (coerce(&left)?.to_ascii_uppercase(), coerce(&right)?.to_ascii_uppercase());
        Ok(Value::Int32(left.cmp(&right) as i32))
    }),
);
