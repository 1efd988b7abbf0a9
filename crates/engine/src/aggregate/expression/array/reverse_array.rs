//! `$reverseArray`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/reverseArray/>.

use super::{super::prelude::*, array_of, items};

pub(super) const OPERATOR: Operator = operator(
    "$reverseArray",
    "The elements of an array in reverse order.",
    (r#"{"n": [1, 2, 3]}"#, r#"{"$reverseArray": "$n"}"#, "[3, 2, 1]"),
    Compile::Unary(apply),
);

fn apply(value: Value<'_>) -> Result<Value<'_>> {
    if value.is_nullish() {
        return Ok(Value::Null);
    }
    match value.as_array() {
        Some(array) => Ok(array_of(items(array).into_iter().rev())),
        None => Err(Error::wrong_type(
            34435,
            "The argument to $reverseArray must be an array, but was of type: {type}",
            value.tag(),
        )),
    }
}
