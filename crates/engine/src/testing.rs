//! Extended JSON in tests.

use crate::value::{DocBuilder, RawDoc, Value};

/// A document from relaxed (or canonical) extended JSON, as BSON bytes.
pub(crate) fn doc(json: &str) -> Vec<u8> {
    let parsed: serde_json::Value = serde_json::from_str(json).unwrap_or_else(|e| panic!("{json}: {e}"));
    match bson::Bson::try_from(parsed) {
        Ok(bson::Bson::Document(document)) => document.to_vec().expect("encodable"),
        other => panic!("{json} is not a document: {other:?}"),
    }
}

/// A value of any type from extended JSON.
pub(crate) fn value(json: &str) -> Value<'static> {
    let wrapped = doc(&format!("{{\"v\": {json}}}"));
    RawDoc::new(&wrapped).get("v").map_or(Value::Missing, |raw| Value::from(raw).into_owned())
}

/// A value as canonical extended JSON, which shows types; `missing` when there is none.
pub(crate) fn json(value: &Value<'_>) -> String {
    let mut wrapped = DocBuilder::new();
    wrapped.append("v", value);
    let document = bson::Document::from_reader(wrapped.finish().as_slice()).expect("valid BSON");
    match document.get("v") {
        Some(value) => value.clone().into_canonical_extjson().to_string(),
        None => "missing".to_owned(),
    }
}
