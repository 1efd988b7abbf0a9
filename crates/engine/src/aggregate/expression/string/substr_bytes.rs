//! `$substrBytes`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/substrBytes/>.

use super::{super::prelude::*, coerce};

pub(super) const OPERATOR: Operator = operator(
    "$substrBytes",
    "Part of a string, by position and number of bytes.",
    (r#"{"a": "hello"}"#, r#"{"$substrBytes": ["$a", 1, 3]}"#, r#""ell""#),
    Compile::Variadic { min: 3, max: 3, apply },
);

/// Evaluates `$substrBytes` and its older name `$substr`.
pub(super) fn apply<'a>(values: &mut [Value<'a>]) -> Result<Value<'a>> {
    let [text, start, length] = values else {
        return Ok(Value::Null);
    };
    let number = |value: &Value<'_>, code, what: &str| {
        value.as_number().map(Number::to_i64_clamped).ok_or_else(|| {
            Error::new(
                code,
                format!(
                    "$substrBytes:  {what} must be a numeric type (is BSON type {})",
                    type_name(value.tag())
                ),
            )
        })
    };
    let text = coerce(text)?;
    let start = number(start, 16034, "starting index")?;
    let length = number(length, 16035, "length")?;
    let Ok(start) = usize::try_from(start) else {
        return Err(Error::new(
            50752,
            format!("$substrBytes:  starting index must be non-negative (got: {start})"),
        ));
    };
    if start >= text.len() {
        return Ok(Value::string(""));
    }
    // A negative length is the rest of the string.
    let end = usize::try_from(length).map_or(text.len(), |n| start.saturating_add(n).min(text.len()));
    if !text.is_char_boundary(start) {
        return Err(Error::new(
            28656,
            "$substrBytes:  Invalid range, starting index is a UTF-8 continuation byte.",
        ));
    }
    match text.get(start..end) {
        Some(part) => Ok(Value::string(part.to_owned())),
        None => Err(Error::new(
            28657,
            "$substrBytes:  Invalid range, ending index is in the middle of a UTF-8 character.",
        )),
    }
}
