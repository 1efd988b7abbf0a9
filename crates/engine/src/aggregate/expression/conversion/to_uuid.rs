//! `$toUUID`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/toUUID/>.

use super::super::prelude::*;
use super::cast::{CONVERSION_FAILURE, from_hexadecimal, uuid_text};

pub(super) const OPERATOR: Operator = operator(
    "$toUUID",
    "A text as a UUID.",
    (
        r#"{"a": "0e3b9063-8abd-4eb3-9f9f-f4c59fd30a60"}"#,
        r#"{"$toUUID": "$a"}"#,
        r#"{"$uuid": "0e3b9063-8abd-4eb3-9f9f-f4c59fd30a60"}"#,
    ),
    Compile::Unary(apply),
);

fn apply(value: Value<'_>) -> Result<Value<'_>> {
    if value.is_nullish() {
        return Ok(Value::Null);
    }
    let Some(text) = value.as_str() else {
        return Err(Error::new(
            CONVERSION_FAILURE,
            format!(
                "Unsupported conversion from {} to binData in $convert with no onError value",
                type_name(value.tag())
            ),
        ));
    };
    let bytes = from_hexadecimal(&text.replace('-', "")).filter(|bytes| bytes.len() == 16);
    match bytes {
        Some(bytes) if uuid_text(&bytes).eq_ignore_ascii_case(text) => {
            Ok(Value::Binary { subtype: 4, bytes: bytes.into() })
        }
        _ => Err(Error::new(
            CONVERSION_FAILURE,
            format!(
                "Failed to parse BinData '{text}' in $convert with no onError value: Invalid UUID string: {text}"
            ),
        )),
    }
}
