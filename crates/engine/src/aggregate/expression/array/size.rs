//! `$size`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/size/>.

use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$size",
    "The number of elements of an array.",
    (r#"{"tags": ["a", "b"]}"#, r#"{"$size": "$tags"}"#, "2"),
    Compile::Unary(apply),
);

fn apply(value: Value<'_>) -> Result<Value<'_>> {
    match value.as_array() {
        Some(array) => Ok(Value::Int32(i32::try_from(array.count()).unwrap_or(i32::MAX))),
        None => Err(Error::new(
            17124,
            format!("The argument to $size must be an array, but was of type: {}", type_name(value.tag())),
        )),
    }
}
