//! `$toDouble`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/toDouble/>.

use super::super::prelude::*;
use super::cast::cast;
use super::single;

pub(super) const OPERATOR: Operator = operator(
    "$toDouble",
    "A value as a double.",
    (r#"{"a": "1.5"}"#, r#"{"$toDouble": "$a"}"#, r#"1.5"#),
    Compile::Custom(|argument, context| {
        single(
            "$toDouble",
            |value| if value.is_nullish() { Ok(Value::Null) } else { cast(value, tag::DOUBLE) },
            argument,
            context,
        )
    }),
);
