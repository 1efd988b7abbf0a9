//! `$toString`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/toString/>.

use super::super::prelude::*;
use super::cast::cast;
use super::single;

pub(super) const OPERATOR: Operator = operator(
    "$toString",
    "A value as text.",
    (r#"{"a": 2.5}"#, r#"{"$toString": "$a"}"#, r#""2.5""#),
    Compile::Custom(|argument, context| {
        single(
            "$toString",
            |value| if value.is_nullish() { Ok(Value::Null) } else { cast(value, tag::STRING) },
            argument,
            context,
        )
    }),
);
