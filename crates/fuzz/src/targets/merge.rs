//! In every pair of modes, `$merge` has the same effect on its target as a search and a write for each document.

use bson::{Bson, Document, doc};

use crate::{Server, Source};

const MATCHED: &[&str] = &["replace", "merge", "keepExisting", "fail", "pipeline"];
const NOT_MATCHED: &[&str] = &["insert", "discard", "fail"];

/// # Panics
/// When the target has other documents, or `$merge` fails where it should succeed, or the reverse.
pub fn run(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let mut server = Server::default();
    let by_key = source.below(2) == 1;
    let matched = source.pick(MATCHED);
    let not_matched = source.pick(NOT_MATCHED);
    let mut target: Vec<Document> = Vec::new();
    for _ in 0..source.below(5) {
        let document = document(&mut source, by_key);
        if position(&target, &document, by_key).is_none() {
            target.push(document);
        }
    }
    if by_key {
        let index = doc! { "key": { "k": 1 }, "name": "k", "unique": true };
        server.run(doc! { "createIndexes": "target", "indexes": [index] });
    }
    if !target.is_empty() {
        server.run(doc! { "insert": "target", "documents": target.clone() });
    }
    // If a key occurs twice in the source, the second document finds the first one in the target.
    let incoming: Vec<_> = (0..source.below(6)).map(|_| document(&mut source, by_key)).collect();
    let mut merge = doc! { "into": "target", "on": if by_key { "k" } else { "_id" } };
    match matched {
        "pipeline" => {
            let set = doc! { "a": "$$new.a", "seen": { "$concatArrays": [{ "$ifNull": ["$seen", []] }, ["$$new.b"]] } };
            merge.insert("whenMatched", vec![doc! { "$set": set }])
        }
        mode => merge.insert("whenMatched", mode),
    };
    merge.insert("whenNotMatched", not_matched);
    let documents = doc! { "$documents": { "$literal": incoming.clone() } };
    let pipeline = vec![documents, doc! { "$merge": merge }];
    let reply = server.run(doc! { "aggregate": 1, "pipeline": pipeline.clone(), "cursor": {} });
    if matches!(matched, "keepExisting" | "fail") && not_matched != "insert" {
        assert_eq!(reply.get_i32("code").ok(), Some(51189), "an unknown pair of modes: {pipeline:?}");
        return;
    }
    let mut fails = false;
    for document in &incoming {
        fails |= !merge_one(&mut target, document, by_key, matched, not_matched);
    }
    assert_eq!(reply.contains_key("code"), fails, "{pipeline:?} {reply}");
    let found = server.batch(doc! { "find": "target" }).expect("every document");
    let without_drawn = |documents: &[Document]| {
        let shown = documents.iter().cloned().map(|mut document| {
            if by_key {
                document.remove("_id");
            }
            document
        });
        shown.collect::<Vec<_>>()
    };
    assert_eq!(without_drawn(&found), without_drawn(&target), "{pipeline:?}");
}

/// A document of few fields and values; without an `_id` when another field is its key.
fn document(source: &mut Source<'_>, by_key: bool) -> Document {
    let mut document = doc! { if by_key { "k" } else { "_id" }: source.below(5) as i32 };
    for name in ["a", "b"] {
        match source.below(6) {
            0..=1 => drop(document.insert(name, source.below(4) as i32)),
            2 => drop(document.insert(name, doc! { "c": source.below(3) as i32 })),
            3 => drop(document.insert(name, vec![source.below(3) as i32])),
            4 => drop(document.insert(name, Bson::Null)),
            _ => {}
        }
    }
    document
}

fn position(target: &[Document], document: &Document, by_key: bool) -> Option<usize> {
    let key = if by_key { "k" } else { "_id" };
    target.iter().position(|stored| stored.get(key) == document.get(key))
}

/// Writes one document; returns false if its mode is `fail`.
fn merge_one(
    target: &mut Vec<Document>,
    document: &Document,
    by_key: bool,
    matched: &str,
    not_matched: &str,
) -> bool {
    match (position(target, document, by_key), matched, not_matched) {
        // `whenMatched: "fail"` inserts without a search, so an existing document is a duplicate key.
        (Some(_), "fail", _) => return false,
        (Some(_), "keepExisting", _) => {}
        (Some(at), "replace", _) => target[at] = document.clone(),
        (Some(at), "merge", _) => target[at].extend(document.clone()),
        (Some(at), _, _) => merge_by_pipeline(&mut target[at], document),
        (None, _, "insert") => target.push(document.clone()),
        (None, _, "discard") => {}
        (None, ..) => return false,
    }
    true
}

/// Applies the pipeline of this target: a missing field removes the stored one.
fn merge_by_pipeline(stored: &mut Document, document: &Document) {
    match document.get("a") {
        Some(a) => drop(stored.insert("a", a.clone())),
        None => drop(stored.remove("a")),
    }
    let mut seen = stored.get_array("seen").cloned().unwrap_or_default();
    seen.push(document.get("b").cloned().unwrap_or(Bson::Null));
    stored.insert("seen", seen);
}
