//! `$cmp`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/cmp/>.

use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$cmp",
    "-1, 0 or 1: whether the first value is less than, equal to or greater than the second.",
    (r#"{"qty": 300}"#, r#"{"$cmp": ["$qty", 250]}"#, "1"),
    Compile::Binary(apply),
)
.comparing();

fn apply<'a>(left: Value<'a>, right: Value<'a>) -> Result<Value<'a>> {
    Ok(Value::Int32(compare(left.view(), right.view()) as i32))
}
