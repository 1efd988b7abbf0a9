//! `$first` (array): <https://www.mongodb.com/docs/manual/reference/operator/aggregation/first-array-element/>.

use super::{super::prelude::*, element};

pub(super) const OPERATOR: Operator = operator(
    "$first",
    "The first element of an array.",
    (r#"{"tags": ["a", "b"]}"#, r#"{"$first": "$tags"}"#, r#""a""#),
    Compile::Unary(apply),
);

fn apply(value: Value<'_>) -> Result<Value<'_>> {
    match value {
        value if value.is_nullish() => Ok(Value::Null),
        Value::Array(_) => Ok(element(value, 0)),
        other => {
            Err(Error::wrong_type(28689, "$first's argument must be an array, but is {type}", other.tag()))
        }
    }
}
