//! `$last` (array): <https://www.mongodb.com/docs/manual/reference/operator/aggregation/last-array-element/>.

use super::{super::prelude::*, element};

pub(super) const OPERATOR: Operator = operator(
    "$last",
    "The last element of an array.",
    (r#"{"tags": ["a", "b"]}"#, r#"{"$last": "$tags"}"#, r#""b""#),
    Compile::Unary(apply),
);

fn apply(value: Value<'_>) -> Result<Value<'_>> {
    if value.is_nullish() {
        return Ok(Value::Null);
    }
    match value.as_array().map(RawDoc::count) {
        Some(0) => Ok(Value::Missing),
        Some(count) => Ok(element(value, count - 1)),
        None => {
            Err(Error::wrong_type(28689, "$last's argument must be an array, but is {type}", value.tag()))
        }
    }
}
