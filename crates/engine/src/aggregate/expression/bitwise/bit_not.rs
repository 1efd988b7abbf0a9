//! `$bitNot`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/bitNot/>.

use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$bitNot",
    "The integer with all bits turned.",
    (r#"{"a": 5}"#, r#"{"$bitNot": "$a"}"#, "-6"),
    Compile::Unary(|value| match value {
        Value::Int32(n) => Ok(Value::Int32(!n)),
        Value::Int64(n) => Ok(Value::Int64(!n)),
        value if value.is_nullish() => Ok(Value::Null),
        value => {
            let expected = match value.as_number() {
                Some(_) => "int and long, not: ",
                None => "numeric types, not ",
            };
            let end = if value.as_number().is_some() { "." } else { "" };
            Err(Error::new(28765, format!("$bitNot only supports {expected}{}{end}", type_name(value.tag()))))
        }
    }),
);
