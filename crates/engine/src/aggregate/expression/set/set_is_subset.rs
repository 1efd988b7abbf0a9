//! `$setIsSubset`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/setIsSubset/>.

use super::{super::prelude::*, set_of};

pub(super) const OPERATOR: Operator = operator(
    "$setIsSubset",
    "Whether all values of the first set are in the second.",
    (r#"{"a": [2], "b": [1, 2]}"#, r#"{"$setIsSubset": ["$a", "$b"]}"#, "true"),
    Compile::Binary(apply),
)
.comparing();

fn apply<'a>(left: Value<'a>, right: Value<'a>) -> Result<Value<'a>> {
    let wrong = |code, which: &str, value: &Value<'_>| {
        Error::new(
            code,
            format!(
                "both operands of $setIsSubset must be arrays. {which} argument is of type: {}",
                type_name(value.tag())
            ),
        )
    };
    let first = left.as_array().ok_or_else(|| wrong(17046, "First", &left))?;
    let second = right.as_array().ok_or_else(|| wrong(17042, "Second", &right))?;
    let second = set_of(second);
    Ok(Value::Bool(set_of(first).keys().all(|key| second.contains_key(key))))
}
