//! Invariant: an update has the same effect with and without indexes, changes nothing when it fails, and
//! keeps documents and indexes consistent.

use bson::{Document, doc};

use super::filter::bytes_of;
use crate::{Server, Source};

/// # Panics
/// The invariant is violated.
pub fn run(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let mut server = Server::default();
    let documents: Vec<_> = (0..3).map(|_| source.document(2)).collect();
    server.store("plain", documents.clone());
    server.store("c", documents);
    for key in [doc! { "a": 1 }, doc! { "b.a": -1, "c": 1 }, doc! { "$**": 1 }] {
        let name = format!("{key}");
        server.run(doc! { "createIndexes": "c", "indexes": [{ "key": key, "name": name }] });
    }
    for _ in 0..2 {
        let (filter, update) = (source.filter(1), source.update());
        let multi = update.as_document().is_none_or(|u| u.keys().all(|name| name.starts_with('$')))
            && source.below(2) == 1;
        let mut statement = doc! { "q": filter, "u": update, "multi": multi, "upsert": source.below(4) == 0 };
        if statement.to_string().contains("$[e]") {
            statement.insert("arrayFilters", [doc! { "e": source.document(1) }]);
        }
        let before = all(&mut server, "plain");
        let plain = server.run(doc! { "update": "plain", "updates": [statement.clone()] });
        if plain.contains_key("writeErrors") && !multi {
            assert_eq!(
                bytes_of(&all(&mut server, "plain")),
                bytes_of(&before),
                "a failed update changes nothing: {statement}"
            );
        }
        let indexed = server.run(doc! { "update": "c", "updates": [statement.clone()] });
        // The index may cause the error (parallel arrays), or may lead to another document first.
        if !multi
            || indexed.contains_key("writeErrors")
            || plain.contains_key("writeErrors")
            || indexed.contains_key("upserted")
        {
            server.assert_valid();
            return;
        }
        assert_eq!(indexed.get_i32("nModified").ok(), plain.get_i32("nModified").ok(), "{statement}");
        assert_eq!(bytes_of(&all(&mut server, "c")), bytes_of(&all(&mut server, "plain")), "{statement}");
        server.assert_valid();
    }
}

fn all(server: &mut Server, collection: &str) -> Vec<Document> {
    server.batch(doc! { "find": collection, "hint": { "$natural": 1 } }).expect("every document")
}
