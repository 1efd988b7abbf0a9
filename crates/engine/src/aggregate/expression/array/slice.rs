//! `$slice`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/slice/>.

use super::{super::prelude::*, array_of, whole};

pub(super) const OPERATOR: Operator = operator(
    "$slice",
    "Part of an array: its first or last n elements, or n elements from a position.",
    (r#"{"n": [1, 2, 3, 4]}"#, r#"{"$slice": ["$n", 1, 2]}"#, "[2, 3]"),
    Compile::Variadic { min: 2, max: 3, apply },
);

fn apply<'a>(values: &mut [Value<'a>]) -> Result<Value<'a>> {
    let [array, second, third @ ..] = values else {
        return Ok(Value::Null);
    };
    if array.is_nullish() || second.is_nullish() {
        return Ok(Value::Null);
    }
    let Some(items) = array.as_array() else {
        return Err(Error::wrong_type(
            28724,
            "First argument to $slice must be an array, but is of type: {type}",
            array.tag(),
        ));
    };
    let second = position(second, "Second", "a numeric value, but is", 28725, 28726)?;
    let length = items.count();
    let from_end = |n: i32| length.saturating_sub(n.unsigned_abs() as usize);
    let (start, count) = match third.first() {
        None if second >= 0 => (0, second.unsigned_abs() as usize),
        None => (from_end(second), length),
        Some(third) if third.is_nullish() => return Ok(Value::Null),
        Some(third) => {
            let count = position(third, "Third", "numeric, but is", 28727, 28728)?;
            if count <= 0 {
                return Err(Error::new(28729, format!("Third argument to $slice must be positive: {count}")));
            }
            let start = if second < 0 { from_end(second) } else { second.unsigned_abs() as usize };
            (start, count.unsigned_abs() as usize)
        }
    };
    Ok(array_of(items.values().skip(start).take(count)))
}

fn position(value: &Value<'_>, which: &str, expected: &str, not_numeric: i32, not_whole: i32) -> Result<i32> {
    let Some(number) = value.as_number() else {
        return Err(Error::new(
            not_numeric,
            format!("{which} argument to $slice must be {expected} of type: {}", type_name(value.tag())),
        ));
    };
    whole(value).ok_or_else(|| {
        Error::new(
            not_whole,
            format!(
                "{which} argument to $slice can't be represented as a 32-bit integer: {}",
                crate::aggregate::text::double_in_message(number)
            ),
        )
    })
}
