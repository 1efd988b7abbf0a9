//! `$toHashedIndexKey`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/toHashedIndexKey/>.

use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$toHashedIndexKey",
    "The key of a value in a hashed index.",
    (r#"{"a": null}"#, r#"{"$toHashedIndexKey": "$a"}"#, r#"{"$numberLong": "2338878944348059895"}"#),
    Compile::Unary(|value| {
        let value = if matches!(value, Value::Missing) { Value::Null } else { value };
        Ok(Value::Int64(crate::value_hash::hash64(value.to_raw(&mut Vec::new()))))
    }),
);
