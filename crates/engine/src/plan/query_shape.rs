//! The query shape: a read command without its values. Explain shows its hash as `queryShapeHash`
//! (<https://www.mongodb.com/docs/manual/core/query-shapes/>).
//!
//! Queries with one plan cache shape (`plan_cache_shape.rs`) may differ in query shape: the types of values
//! and the collection are part of this one.

use super::plan_cache_shape::fingerprint;
use crate::value::{RawDoc, RawValue, View};

/// Returns the hash of a read command's query shape; `None` for other commands. Only its stability matters.
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

/// The command fields that are part of the shape.
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

/// Writes fields, operators and paths, and only the types of other values.
fn without_values(value: RawValue<'_>, out: &mut Vec<u8>) {
    // All numbers have one type here.
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

#[cfg(test)]
mod tests {
    use super::query_shape_hash;
    use crate::value::RawDoc;

    fn hash(json: &str) -> Option<String> {
        query_shape_hash("test", RawDoc::new(&crate::testing::doc(json)))
    }

    #[test]
    fn shape_ignores_values() {
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
    fn shape_includes_pipeline_paths() {
        let one = hash(r#"{"aggregate": "c", "pipeline": [{"$group": {"_id": "$a"}}]}"#);
        assert_ne!(one, hash(r#"{"aggregate": "c", "pipeline": [{"$group": {"_id": "$b"}}]}"#));
        assert_eq!(hash(r#"{"count": "c", "query": {}}"#), None);
    }
}
