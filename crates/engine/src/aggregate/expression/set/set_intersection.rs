//! `$setIntersection`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/setIntersection/>.

use super::{super::prelude::*, Set, array_of, set_of};

pub(super) const OPERATOR: Operator = operator(
    "$setIntersection",
    "The values that are in all of the sets.",
    (r#"{"a": [2, 1], "b": [2, 3]}"#, r#"{"$setIntersection": ["$a", "$b"]}"#, "[2]"),
    Compile::Variadic { min: 0, max: usize::MAX, apply },
)
.choosing()
.grouped(Grouping::Any);

fn apply<'a>(values: &mut [Value<'a>]) -> Result<Value<'a>> {
    let mut common: Option<Set<'_>> = None;
    for value in values.iter() {
        if value.is_nullish() {
            return Ok(Value::Null);
        }
        let Some(array) = value.as_array() else {
            return Err(Error::wrong_type(
                17047,
                "All operands of $setIntersection must be arrays. One argument is of type: {type}",
                value.tag(),
            ));
        };
        let set = set_of(array);
        common = Some(match common {
            None => set,
            Some(mut common) => {
                common.retain(|key, _| set.contains_key(key));
                common
            }
        });
    }
    Ok(array_of(common.unwrap_or_default().into_values()))
}
