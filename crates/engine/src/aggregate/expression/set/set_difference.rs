//! `$setDifference`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/setDifference/>.

use super::{super::prelude::*, array_of, set_of};
use crate::value::key;

pub(super) const OPERATOR: Operator = operator(
    "$setDifference",
    "The values of the first set that are not in the second.",
    (r#"{"a": [3, 2, 1], "b": [2]}"#, r#"{"$setDifference": ["$a", "$b"]}"#, "[3, 1]"),
    Compile::Binary(apply),
)
.choosing();

fn apply<'a>(left: Value<'a>, right: Value<'a>) -> Result<Value<'a>> {
    if left.is_nullish() || right.is_nullish() {
        return Ok(Value::Null);
    }
    let wrong = |code, which: &str, value: &Value<'_>| {
        Error::new(
            code,
            format!(
                "both operands of $setDifference must be arrays. {which} argument is of type: {}",
                type_name(value.tag())
            ),
        )
    };
    let first = left.as_array().ok_or_else(|| wrong(17048, "First", &left))?;
    let second = right.as_array().ok_or_else(|| wrong(17049, "Second", &right))?;
    let mut seen = set_of(second);
    // The result keeps the order of the first array.
    let kept = first.values().filter(|item| seen.insert(key::key_of(item.view()), *item).is_none());
    Ok(array_of(kept.collect::<Vec<_>>()))
}
