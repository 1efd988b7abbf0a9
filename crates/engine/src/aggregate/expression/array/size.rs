//! `$size`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/size/>.

use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$size",
    "The number of elements of an array.",
    (r#"{"tags": ["a", "b"]}"#, r#"{"$size": "$tags"}"#, "2"),
    Compile::Counting(apply),
);

fn apply(value: Value<'_>) -> Result<Value<'_>> {
    match value.as_array() {
        Some(array) => Ok(Value::Int32(i32::try_from(array.count()).unwrap_or(i32::MAX))),
        None => Err(Error::wrong_type(
            17124,
            "The argument to $size must be an array, but was of type: {type}",
            value.tag(),
        )),
    }
}
