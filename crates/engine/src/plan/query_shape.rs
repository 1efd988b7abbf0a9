//! The query shape: a reading command without its values. Explain shows its hash as `queryShapeHash`
//! (<https://www.mongodb.com/docs/manual/core/query-shapes/>).
//!
//! Two queries that the plan cache takes for one (`plan_cache_shape.rs`) may have two of these: whether a
//! number or a string is compared with, and from which collection is read, counts here.

use super::plan_cache_shape::fingerprint;
use crate::value::{RawDoc, RawValue, View};

/// The hash of a reading command's query shape, `None` for others; only its stability matters.
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
