//! `$toLong`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/toLong/>.

use super::super::prelude::*;
use super::cast::cast;
use super::single;

pub(super) const OPERATOR: Operator = operator(
    "$toLong",
    "A value as a 64-bit integer; fractions are cut off.",
    (r#"{"a": "12"}"#, r#"{"$toLong": "$a"}"#, r#"{"$numberLong": "12"}"#),
    Compile::Custom(|argument, context| {
        single(
            "$toLong",
            |value| if value.is_nullish() { Ok(Value::Null) } else { cast(value, tag::INT64) },
            argument,
            context,
        )
    }),
);
