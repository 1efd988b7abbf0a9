//! `$bitNot`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/bitNot/>.

use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$bitNot",
    "The integer with all bits inverted.",
    (r#"{"a": 5}"#, r#"{"$bitNot": "$a"}"#, "-6"),
    Compile::Unary(|value| match value {
        Value::Int32(n) => Ok(Value::Int32(!n)),
        Value::Int64(n) => Ok(Value::Int64(!n)),
        value if value.is_nullish() => Ok(Value::Null),
        value => {
            let found = type_name(value.tag());
            Err(match value.as_number() {
                Some(_) => Error::type_mismatch(format!("$bitNot only supports int and long, not: {found}.")),
                None => Error::new(28765, format!("$bitNot only supports numeric types, not {found}")),
            })
        }
    }),
);
