//! `$toDecimal`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/toDecimal/>.

use super::super::prelude::*;
use super::cast::cast;
use super::single;

pub(super) const OPERATOR: Operator = operator(
    "$toDecimal",
    "A value as a decimal.",
    (r#"{"a": "1.50"}"#, r#"{"$toDecimal": "$a"}"#, r#"{"$numberDecimal": "1.50"}"#),
    Compile::Custom(|argument, context| {
        single(
            "$toDecimal",
            |value| if value.is_nullish() { Ok(Value::Null) } else { cast(value, tag::DECIMAL128) },
            argument,
            context,
        )
    }),
);
