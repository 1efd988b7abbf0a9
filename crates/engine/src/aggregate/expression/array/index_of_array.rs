//! `$indexOfArray`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/indexOfArray/>.

use super::{super::prelude::*, whole};

pub(super) const OPERATOR: Operator = operator(
    "$indexOfArray",
    "The position of the first element equal to a value, -1 if not found.",
    (r#"{"tags": ["a", "b", "c"]}"#, r#"{"$indexOfArray": ["$tags", "b"]}"#, "1"),
    Compile::Variadic { min: 2, max: 4, apply },
)
.comparing();

fn apply<'a>(values: &mut [Value<'a>]) -> Result<Value<'a>> {
    let [array, wanted, range @ ..] = values else {
        return Ok(Value::Null);
    };
    if array.is_nullish() {
        return Ok(Value::Null);
    }
    let Some(items) = array.as_array() else {
        return Err(Error::wrong_type(
            40090,
            "$indexOfArray requires an array as a first argument, found: {type}",
            array.tag(),
        ));
    };
    let start = range.first().map_or(Ok(0), |value| bound(value, "starting"))?;
    let end = range.get(1).map_or(Ok(usize::MAX), |value| bound(value, "ending"))?;
    let view = wanted.view();
    let found = items
        .values()
        .enumerate()
        .take(end)
        .skip(start)
        .find(|(_, item)| compare(view, item.view()).is_eq())
        .and_then(|(at, _)| i32::try_from(at).ok());
    Ok(Value::Int32(found.unwrap_or(-1)))
}

fn bound(value: &Value<'_>, which: &str) -> Result<usize> {
    let Some(index) = whole(value) else {
        return Err(Error::new(
            40096,
            format!(
                "$indexOfArray requires an integral {which} index, found a value of type: {}, with value: \"{}\"",
                type_name(value.tag()),
                shown(value)
            ),
        ));
    };
    usize::try_from(index).map_err(|_| {
        Error::new(40097, format!("$indexOfArray requires a nonnegative {which} index, found: {index}"))
    })
}
