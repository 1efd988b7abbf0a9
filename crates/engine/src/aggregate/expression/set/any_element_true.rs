//! `$anyElementTrue`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/anyElementTrue/>.

use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$anyElementTrue",
    "Whether an element of an array is true.",
    (r#"{"a": [true, 1, 0]}"#, r#"{"$anyElementTrue": ["$a"]}"#, "true"),
    Compile::Unary(apply),
);

fn apply(value: Value<'_>) -> Result<Value<'_>> {
    let Some(array) = value.as_array() else {
        return Err(Error::wrong_type(
            17041,
            "$anyElementTrue's argument must be an array, but is {type}",
            value.tag(),
        ));
    };
    Ok(Value::Bool(array.values().any(|item| Value::from(item).truthy())))
}
