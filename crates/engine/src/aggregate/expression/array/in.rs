//! `$in`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/in/>.

use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$in",
    "True when a value is an element of an array.",
    (r#"{"tags": ["a", "b"]}"#, r#"{"$in": ["a", "$tags"]}"#, "true"),
    Compile::Binary(apply),
)
.comparing();

fn apply<'a>(value: Value<'a>, array: Value<'a>) -> Result<Value<'a>> {
    let Some(items) = array.as_array() else {
        return Err(Error::wrong_type(
            40081,
            "$in requires an array as a second argument, found: {type}",
            array.tag(),
        ));
    };
    let view = value.view();
    Ok(Value::Bool(items.values().any(|item| compare(view, item.view()).is_eq())))
}
