//! Extended JSON in tests.

use crate::value::{DocBuilder, RawDoc, Value};

/// Converts relaxed or canonical extended JSON to a BSON document.
pub(crate) fn doc(json: &str) -> Vec<u8> {
    let parsed: serde_json::Value = serde_json::from_str(json).unwrap_or_else(|e| panic!("{json}: {e}"));
    match bson::Bson::try_from(parsed) {
        Ok(bson::Bson::Document(document)) => document.to_vec().expect("encodable"),
        other => panic!("{json} is not a document: {other:?}"),
    }
}

/// Converts extended JSON to a value of any type.
pub(crate) fn value(json: &str) -> Value<'static> {
    let wrapped = doc(&format!("{{\"v\": {json}}}"));
    RawDoc::new(&wrapped).get("v").map_or(Value::Missing, |raw| Value::from(raw).into_owned())
}

/// Converts a value to canonical extended JSON, which shows types; `missing` for a missing value.
pub(crate) fn json(value: &Value<'_>) -> String {
    let mut wrapped = DocBuilder::new();
    wrapped.append("v", value);
    let document = bson::Document::from_reader(wrapped.finish().as_slice()).expect("valid BSON");
    match document.get("v") {
        Some(value) => value.clone().into_canonical_extjson().to_string(),
        None => "missing".to_owned(),
    }
}
