//! Invariant: every plan has the same result as a collection scan.

use bson::{Bson, Document, doc};

use super::filter::bytes_of;
use crate::{Server, Source};

/// # Panics
/// An index changes a result or makes a query fail.
pub fn run(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let mut server = Server::default();
    // Half of the inputs use nested arrays.
    let choice = source.below(256);
    let nested = choice >= 128;
    let documents: Vec<_> = (0..choice % 8 + 2)
        .map(|_| if nested { source.nested_document() } else { source.document(3) })
        .collect();
    server.store("plain", documents.clone());
    server.store("c", documents);
    for number in 0..source.below(4) {
        let mut index = doc! { "name": format!("i{number}") };
        let mut key = doc! {};
        while key.len() < 2 {
            key.insert(if nested { source.nested_path() } else { source.path() }, source.direction());
            if source.below(2) == 0 {
                break;
            }
        }
        match source.below(8) {
            0 => key = doc! { source.pick(&["$**", "a.$**"]): 1 },
            1 => key = doc! { source.path(): "hashed" },
            2 => {
                index.insert("sparse", true);
            }
            3 => {
                index.insert("partialFilterExpression", doc! { "b": { "$gt": 1 } });
            }
            4 => {
                index.insert("partialFilterExpression", doc! { "a": { "$exists": true } });
            }
            _ => {}
        }
        index.insert("key", key);
        server.run(doc! { "createIndexes": "c", "indexes": [index] });
    }
    for _ in 0..2 {
        let filter = if nested { source.nested_filter(3) } else { source.filter(3) };
        let mut query = doc! { "filter": filter };
        if source.below(2) == 1 {
            query.insert("sort", doc! { source.path(): source.direction(), "_id": 1 });
            if source.below(2) == 1 {
                query.insert("limit", source.below(4) as i32);
            }
        }
        if source.below(3) == 0 {
            query.insert("projection", doc! { source.path(): 1, "_id": source.below(2) as i32 });
        }
        let ask = |name: &str| {
            let mut command = doc! { "find": name };
            command.extend(query.clone());
            command
        };
        // An expression may fail on a document that an index skips.
        let Ok(mut scanned) = server.batch(ask("plain")) else { continue };
        let mut found =
            server.batch(ask("c")).unwrap_or_else(|code| panic!("with indexes error {code}: {query}"));
        let plan = explained(&mut server, ask("c"));
        let stages = plan.to_string();
        if stages.contains("IXSCAN") && !stages.contains("FETCH") {
            // An index doesn't distinguish a missing field from null, nor between NaNs, and has its own
            // field order. Covered results show nulls and the index's field order, as on a server.
            (found, scanned) = (as_covered(found), as_covered(scanned));
        }
        if !query.contains_key("sort") {
            let by_text = |d: &Document| format!("{d:?}");
            scanned.sort_by_cached_key(by_text);
            found.sort_by_cached_key(by_text);
        }
        assert_eq!(bytes_of(&found), bytes_of(&scanned), "{query} {plan}");
    }
}

/// Removes fields that are null or contain only nulls, replaces all NaNs by one, and sorts fields by name.
fn as_covered(documents: Vec<Document>) -> Vec<Document> {
    documents.into_iter().map(without_null).collect()
}

fn without_null(document: Document) -> Document {
    let mut fields: Vec<(String, Bson)> = document
        .into_iter()
        .filter_map(|(name, value)| match value {
            Bson::Null => None,
            Bson::Document(inner) => {
                let inner = without_null(inner);
                (!inner.is_empty()).then_some((name, Bson::Document(inner)))
            }
            other => Some((name, with_one_nan(other))),
        })
        .collect();
    fields.sort_by(|(a, _), (b, _)| a.cmp(b));
    fields.into_iter().collect()
}

fn with_one_nan(value: Bson) -> Bson {
    match value {
        Bson::Double(n) if n.is_nan() => Bson::Double(f64::NAN),
        Bson::Array(items) => items.into_iter().map(with_one_nan).collect(),
        Bson::Document(fields) => {
            Bson::Document(fields.into_iter().map(|(name, value)| (name, with_one_nan(value))).collect())
        }
        other => other,
    }
}

fn explained(server: &mut Server, command: Document) -> Bson {
    let reply = server.run(doc! { "explain": command });
    reply
        .get_document("queryPlanner")
        .ok()
        .and_then(|plan| plan.get("winningPlan"))
        .cloned()
        .unwrap_or(Bson::Null)
}
