//! `$allElementsTrue`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/allElementsTrue/>.

use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$allElementsTrue",
    "Whether all elements of an array are true.",
    (r#"{"a": [true, 1, 0]}"#, r#"{"$allElementsTrue": ["$a"]}"#, "false"),
    Compile::Unary(apply),
);

fn apply(value: Value<'_>) -> Result<Value<'_>> {
    let Some(array) = value.as_array() else {
        return Err(Error::wrong_type(
            17040,
            "$allElementsTrue's argument must be an array, but is {type}",
            value.tag(),
        ));
    };
    Ok(Value::Bool(array.values().all(|item| Value::from(item).truthy())))
}
