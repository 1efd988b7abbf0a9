//! `$bsonSize`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/bsonSize/>.

use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$bsonSize",
    "The number of bytes of a document as BSON.",
    (r#"{"a": 1}"#, r#"{"$bsonSize": "$$ROOT"}"#, "12"),
    Compile::Unary(apply),
);

fn apply(value: Value<'_>) -> Result<Value<'_>> {
    match &value {
        value if value.is_nullish() => Ok(Value::Null),
        Value::Document(bytes) => Ok(Value::Int32(i32::try_from(bytes.len()).unwrap_or(i32::MAX))),
        other => {
            Err(Error::wrong_type(31393, "$bsonSize requires a document input, found: {type}", other.tag()))
        }
    }
}
