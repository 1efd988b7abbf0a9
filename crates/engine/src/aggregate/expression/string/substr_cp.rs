//! `$substrCP`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/substrCP/>.

use super::{super::prelude::*, coerce};

pub(super) const OPERATOR: Operator = operator(
    "$substrCP",
    "Part of a string, by position and number of code points.",
    (r#"{"a": "héllo"}"#, r#"{"$substrCP": ["$a", 1, 3]}"#, r#""éll""#),
    Compile::Variadic { min: 3, max: 3, apply },
);

fn apply<'a>(values: &mut [Value<'a>]) -> Result<Value<'a>> {
    let [text, start, length] = values else {
        return Ok(Value::Null);
    };
    let text = coerce(text)?;
    let start = whole(start, "starting index", (34450, 34451))?;
    let length = whole(length, "length", (34452, 34453))?;
    let Ok(length) = usize::try_from(length) else {
        return Err(Error::new(34454, "$substrCP: length must be a nonnegative integer."));
    };
    let Ok(start) = usize::try_from(start) else {
        return Err(Error::new(34455, "$substrCP: the starting index must be nonnegative integer."));
    };
    Ok(Value::string(text.chars().skip(start).take(length).collect::<String>()))
}

fn whole(value: &Value<'_>, what: &str, (not_numeric, not_whole): (i32, i32)) -> Result<i32> {
    let Some(number) = value.as_number() else {
        return Err(Error::new(
            not_numeric,
            format!("$substrCP: {what} must be a numeric type (is BSON type {})", type_name(value.tag())),
        ));
    };
    number.to_i64_exact().and_then(|n| i32::try_from(n).ok()).ok_or_else(|| {
        Error::new(
            not_whole,
            format!("$substrCP: {what} cannot be represented as a 32-bit integral value: {}", shown(value)),
        )
    })
}
