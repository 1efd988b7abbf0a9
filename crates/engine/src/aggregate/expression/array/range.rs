//! `$range`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/range/>.

use super::{super::prelude::*, whole};

pub(super) const OPERATOR: Operator = operator(
    "$range",
    "Whole numbers from a start up to but not including an end.",
    ("{}", r#"{"$range": [0, 10, 3]}"#, "[0, 3, 6, 9]"),
    Compile::Variadic { min: 2, max: 3, apply },
);

/// The memory limit of one operation; a longer range couldn't be stored anyway.
const MEMORY_LIMIT: i64 = 100 * 1024 * 1024;
/// The size counted for an empty list, and for each of its values.
const LIST_SIZE: i64 = 24;
const VALUE_SIZE: i64 = 16;

fn apply<'a>(values: &mut [Value<'a>]) -> Result<Value<'a>> {
    let [start, end, step @ ..] = values else {
        return Ok(Value::Null);
    };
    let start = bound(start, "starting value", 34443, 34444)?;
    let end = bound(end, "ending value", 34445, 34446)?;
    let step = step.first().map_or(Ok(1), |step| bound(step, "step value", 34447, 34448))?;
    if step == 0 {
        return Err(Error::new(34449, "$range requires a non-zero step value"));
    }
    let steps = (i64::from(end) - i64::from(start)) / i64::from(step);
    let needed = if steps < 0 { 0 } else { LIST_SIZE + (steps + 1) * VALUE_SIZE };
    if needed >= MEMORY_LIMIT {
        return Err(Error::new(
            146,
            format!(
                "$range would use too much memory ({needed} bytes) and cannot spill to disk. Memory limit: {MEMORY_LIMIT} bytes"
            ),
        ));
    }
    let mut out = ArrayBuilder::new();
    let mut current = i64::from(start);
    while if step > 0 { current < i64::from(end) } else { current > i64::from(end) } {
        out.push(&Value::Int32(current as i32));
        current += i64::from(step);
    }
    Ok(Value::array(out.finish()))
}

fn bound(value: &Value<'_>, what: &str, not_numeric: i32, not_whole: i32) -> Result<i32> {
    if value.as_number().is_none() {
        return Err(Error::new(not_numeric, {
            // The server's text lacks this space for the third operand.
            let space = if not_numeric == 34447 { "" } else { " " };
            format!("$range requires a numeric {what}, found value of type:{space}{}", type_name(value.tag()))
        }));
    }
    let article = if what.starts_with('e') { "an" } else { "a" };
    whole(value).ok_or_else(|| {
        Error::new(
            not_whole,
            format!(
                "$range requires {article} {what} that can be represented as a 32-bit integer, found value: {}",
                shown(value)
            ),
        )
    })
}
