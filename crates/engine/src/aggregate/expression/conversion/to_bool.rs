//! `$toBool`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/toBool/>.

use super::super::prelude::*;
use super::cast::cast;
use super::single;

pub(super) const OPERATOR: Operator = operator(
    "$toBool",
    "A value as a boolean: false for zero, true for every text.",
    (r#"{"a": "false"}"#, r#"{"$toBool": "$a"}"#, r#"true"#),
    Compile::Custom(|argument, context| {
        single(
            "$toBool",
            |value| if value.is_nullish() { Ok(Value::Null) } else { cast(value, tag::BOOL) },
            argument,
            context,
        )
    }),
);
