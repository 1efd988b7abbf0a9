//! `$toInt`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/toInt/>.

use super::super::prelude::*;
use super::cast::cast;
use super::single;

pub(super) const OPERATOR: Operator = operator(
    "$toInt",
    "A value as a 32-bit integer; fractions are cut off.",
    (r#"{"a": 1.9}"#, r#"{"$toInt": "$a"}"#, r#"1"#),
    Compile::Custom(|argument, context| {
        single(
            "$toInt",
            |value| if value.is_nullish() { Ok(Value::Null) } else { cast(value, tag::INT32) },
            argument,
            context,
        )
    }),
);
