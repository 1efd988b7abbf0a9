//! `$setUnion`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/setUnion/>.

use super::{super::prelude::*, Set, array_of};
use crate::value::key;

pub(super) const OPERATOR: Operator = operator(
    "$setUnion",
    "The values that are in any of the sets.",
    (r#"{"a": [2, 1], "b": [2, 3]}"#, r#"{"$setUnion": ["$a", "$b"]}"#, "[1, 2, 3]"),
    Compile::Variadic { min: 0, max: usize::MAX, apply },
)
.choosing()
.grouped(Grouping::Any);

fn apply<'a>(values: &mut [Value<'a>]) -> Result<Value<'a>> {
    let mut union = Set::new();
    for value in values.iter() {
        if value.is_nullish() {
            return Ok(Value::Null);
        }
        let Some(array) = value.as_array() else {
            return Err(Error::wrong_type(
                17043,
                "All operands of $setUnion must be arrays. One argument is of type: {type}",
                value.tag(),
            ));
        };
        for item in array.values() {
            union.entry(key::key_of(item.view())).or_insert(item);
        }
    }
    Ok(array_of(union.into_values()))
}
