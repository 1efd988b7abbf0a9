//! `$binarySize`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/binarySize/>.

use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$binarySize",
    "The number of bytes of a string or of binary data.",
    (r#"{"name": "cafétéria"}"#, r#"{"$binarySize": "$name"}"#, "11"),
    Compile::Unary(apply),
);

fn apply(value: Value<'_>) -> Result<Value<'_>> {
    let size = match &value {
        value if value.is_nullish() => return Ok(Value::Null),
        Value::String(text) => text.len(),
        Value::Binary { bytes, .. } => bytes.len(),
        other => {
            return Err(Error::wrong_type(
                51276,
                "$binarySize requires a string or BinData argument, found: {type}",
                other.tag(),
            ));
        }
    };
    Ok(Value::Int32(i32::try_from(size).unwrap_or(i32::MAX)))
}
