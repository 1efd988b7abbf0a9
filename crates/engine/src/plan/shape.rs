//! The shape of a query: what is left of it without its values.

use super::PlanRequest;
use crate::value::{RawDoc, RawValue, View};

/// The shape of filter, order, projection and collation.
pub struct Shape {
    pub(super) bytes: Vec<u8>,
}

impl Shape {
    /// The shape of a query.
    pub fn of(request: &PlanRequest) -> Self {
        let mut bytes = Vec::new();
        conditions(RawDoc::new(&request.filter.describe()), &mut bytes);
        let mut part = |tag: u8, doc: Option<RawDoc<'_>>| {
            bytes.push(tag);
            bytes.extend_from_slice(doc.map_or(&[], |doc| doc.as_bytes()));
        };
        part(b's', request.sort.as_ref().map(|sort| sort.document()));
        part(b'p', request.projection.as_ref().map(|projection| projection.spec()));
        part(b'c', request.collation.as_ref().map(|collation| collation.document()));
        Shape { bytes }
    }

    /// What explain calls `planCacheShapeHash`.
    pub fn hash(&self) -> u32 {
        fingerprint(&self.bytes) as u32
    }
}

/// The hash of what is left of a reading command without its values, `None` for others; only its stability
/// matters (<https://www.mongodb.com/docs/manual/core/query-shapes/>).
pub fn query_shape_hash(database: &str, command: RawDoc<'_>) -> Option<String> {
    let first = command.first().filter(|first| matches!(first.name(), "find" | "aggregate" | "distinct"))?;
    let mut bytes = [database, ".", first.value.as_str().unwrap_or_default()].concat().into_bytes();
    for name in SHAPING {
        if let Some(part) = command.get(name) {
            bytes.extend_from_slice(name.as_bytes());
            match name {
                &"filter" | &"query" | &"pipeline" | &"let" => without_values(part, &mut bytes),
                _ => bytes.extend_from_slice(part.bytes),
            }
        }
    }
    let mut part = |salt: u8| {
        bytes.push(salt);
        format!("{:016X}", fingerprint(&bytes))
    };
    Some([1, 2, 3, 4].map(&mut part).concat())
}

/// The fields of commands that make a shape.
const SHAPING: &[&str] = &[
    "find",
    "aggregate",
    "distinct",
    "filter",
    "query",
    "pipeline",
    "let",
    "key",
    "sort",
    "projection",
    "collation",
];

/// Writes fields, operators and paths; of other values that there is one of the type.
fn without_values(value: RawValue<'_>, out: &mut Vec<u8>) {
    // Numbers are of one type here.
    out.push(if value.as_number().is_some() { b'n' } else { value.tag });
    match value.view() {
        View::Document(inner) => {
            for element in inner {
                out.extend_from_slice(element.key);
                without_values(element.value, out);
            }
            out.push(b'}');
        }
        View::Array(items) => {
            items.values().for_each(|item| without_values(item, out));
            out.push(b']');
        }
        View::String(text) if text.starts_with(b"$") => out.extend_from_slice(text),
        _ => {}
    }
}

/// FNV-1a; only its stability matters.
pub(super) fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

/// Writes paths and operators; of values only what changes which plans there are.
fn conditions(doc: RawDoc<'_>, out: &mut Vec<u8>) {
    out.push(b'{');
    for element in doc {
        out.extend_from_slice(element.key);
        out.push(b':');
        value(element.name(), element.value, out);
    }
    out.push(b'}');
}

fn value(name: &str, value: RawValue<'_>, out: &mut Vec<u8>) {
    let nests = matches!(name, "$and" | "$or" | "$nor" | "$not" | "$elemMatch") || !name.starts_with('$');
    match value.view() {
        View::Document(inner) if nests => conditions(inner, out),
        View::Array(items) if nests => {
            out.push(b'[');
            for item in items.values().filter_map(RawValue::as_document) {
                conditions(item, out);
            }
            out.push(b']');
        }
        View::Bool(flag) => out.push(if flag { b't' } else { b'f' }),
        _ => out.push(b'?'),
    }
}

#[cfg(test)]
mod tests {
    use super::query_shape_hash;
    use crate::value::RawDoc;

    fn hash(json: &str) -> Option<String> {
        query_shape_hash("test", RawDoc::new(&crate::testing::doc(json)))
    }

    #[test]
    fn values_make_no_shape() {
        let one = hash(r#"{"find": "c", "filter": {"a": {"$gt": 1}}, "sort": {"b": 1}}"#);
        assert_eq!(one.as_ref().map(String::len), Some(64));
        assert_eq!(
            one,
            hash(r#"{"find": "c", "filter": {"a": {"$gt": 2.5}}, "sort": {"b": 1}, "limit": 3}"#)
        );
        for other in [
            r#"{"find": "c", "filter": {"a": {"$gt": "x"}}, "sort": {"b": 1}}"#,
            r#"{"find": "c", "filter": {"a": {"$lt": 1}}, "sort": {"b": 1}}"#,
            r#"{"find": "c", "filter": {"a": {"$gt": 1}}, "sort": {"b": -1}}"#,
            r#"{"find": "d", "filter": {"a": {"$gt": 1}}, "sort": {"b": 1}}"#,
        ] {
            assert_ne!(one, hash(other));
        }
    }

    #[test]
    fn paths_of_pipelines_make_a_shape() {
        let one = hash(r#"{"aggregate": "c", "pipeline": [{"$group": {"_id": "$a"}}]}"#);
        assert_ne!(one, hash(r#"{"aggregate": "c", "pipeline": [{"$group": {"_id": "$b"}}]}"#));
        assert_eq!(hash(r#"{"count": "c", "query": {}}"#), None);
    }
}
