//! `$toUUID`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/toUUID/>.

use super::super::node::Unary;
use super::super::prelude::*;
use super::binary::{self, Format, UUID};
use super::cast::CONVERSION_FAILURE;
use super::only_operand;

pub(super) const OPERATOR: Operator = operator(
    "$toUUID",
    "A text as a UUID.",
    (
        r#"{"a": "0e3b9063-8abd-4eb3-9f9f-f4c59fd30a60"}"#,
        r#"{"$toUUID": "$a"}"#,
        r#"{"$uuid": "0e3b9063-8abd-4eb3-9f9f-f4c59fd30a60"}"#,
    ),
    Compile::Custom(|argument, context| {
        let operand = only_operand("$toUUID", argument, context)?;
        Ok(fold(Unary { name: "$toUUID", apply, operand, counts: false }, context))
    }),
);

fn apply(value: Value<'_>) -> Result<Value<'_>> {
    if value.is_nullish() {
        return Ok(Value::Null);
    }
    if matches!(value, Value::Binary { subtype: UUID, .. }) {
        return Ok(value);
    }
    let Some(text) = value.as_str() else {
        return Err(Error::wrong_type(
            CONVERSION_FAILURE,
            "Unsupported conversion from {type} to binData in $convert with no onError value",
            value.tag(),
        ));
    };
    let bytes = binary::from_text(text, UUID, Format::Uuid)?;
    Ok(Value::Binary { subtype: UUID, bytes: bytes.into() })
}
