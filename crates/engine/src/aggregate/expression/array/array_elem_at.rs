//! `$arrayElemAt`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/arrayElemAt/>.

use super::{super::prelude::*, element, whole};

pub(super) const OPERATOR: Operator = operator(
    "$arrayElemAt",
    "The element at a position of an array; negative positions count from the end.",
    (r#"{"tags": ["a", "b", "c"]}"#, r#"{"$arrayElemAt": ["$tags", -1]}"#, r#""c""#),
    Compile::Binary(apply),
);

fn apply<'a>(array: Value<'a>, index: Value<'a>) -> Result<Value<'a>> {
    if array.is_nullish() || index.is_nullish() {
        return Ok(Value::Null);
    }
    let Some(items) = array.as_array() else {
        return Err(Error::wrong_type(
            28689,
            "$arrayElemAt's first argument must be an array, but is {type}",
            array.tag(),
        ));
    };
    let Some(number) = index.as_number() else {
        return Err(Error::wrong_type(
            28690,
            "$arrayElemAt's second argument must be a numeric value, but is {type}",
            index.tag(),
        ));
    };
    let Some(at) = whole(&index) else {
        return Err(Error::new(
            28691,
            format!(
                "$arrayElemAt's second argument must be representable as a 32-bit integer: {}",
                crate::aggregate::text::double_in_message(number)
            ),
        ));
    };
    let position = match usize::try_from(at) {
        Ok(position) => Some(position),
        Err(_) => items.count().checked_sub(at.unsigned_abs() as usize),
    };
    Ok(position.map_or(Value::Missing, |position| element(array, position)))
}
