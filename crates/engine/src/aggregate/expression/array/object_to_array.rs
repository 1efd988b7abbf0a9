//! `$objectToArray`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/objectToArray/>.

use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$objectToArray",
    "An array of {k, v} documents, one for each field of a document.",
    (r#"{"size": {"h": 5}}"#, r#"{"$objectToArray": "$size"}"#, r#"[{"k": "h", "v": 5}]"#),
    Compile::Unary(apply),
);

fn apply(value: Value<'_>) -> Result<Value<'_>> {
    if value.is_nullish() {
        return Ok(Value::Null);
    }
    let Some(doc) = value.as_document() else {
        return Err(Error::wrong_type(
            40390,
            "$objectToArray requires a document input, found: {type}",
            value.tag(),
        ));
    };
    let mut out = ArrayBuilder::new();
    for element in doc {
        out.document(|pair| {
            pair.append_str("k", element.name()).append_raw("v", element.value);
        });
    }
    Ok(Value::array(out.finish()))
}
