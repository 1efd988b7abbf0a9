//! `$split`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/split/>.

use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$split",
    "The parts of a string between separators.",
    (r#"{"a": "x-y-z"}"#, r#"{"$split": ["$a", "-"]}"#, r#"["x", "y", "z"]"#),
    Compile::Binary(apply),
);

fn apply<'a>(input: Value<'a>, separator: Value<'a>) -> Result<Value<'a>> {
    if input.is_nullish() || separator.is_nullish() {
        return Ok(Value::Null);
    }
    let wrong = |code, which: &str, value: &Value<'_>| {
        Error::new(
            code,
            format!(
                "$split requires an expression that evaluates to a string as a {which} argument, found: {}",
                type_name(value.tag())
            ),
        )
    };
    let text = input.as_str().ok_or_else(|| wrong(40085, "first", &input))?;
    let separator = separator.as_str().ok_or_else(|| wrong(40086, "second", &separator))?;
    if separator.is_empty() {
        return Err(Error::new(40087, "$split requires a non-empty separator"));
    }
    let mut out = ArrayBuilder::new();
    for part in text.split(separator) {
        out.push_str(part);
        check_size(out.byte_len())?;
    }
    Ok(Value::array(out.finish()))
}
