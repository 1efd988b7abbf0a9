//! What the tests of commands about one value share.

use bson::{Bson, Document, doc};
use engine::{Engine, EngineOptions};
use proptest::prelude::*;

use super::{path, run};

/// A server with these documents, numbered, and indexes.
pub fn server(documents: &[Document], indexes: &[Document]) -> Engine {
    let mut engine = Engine::new(EngineOptions::default());
    run(&mut engine, doc! { "create": "c" });
    for (id, document) in documents.iter().enumerate() {
        let mut document = document.clone();
        document.insert("_id", id as i32);
        run(&mut engine, doc! { "insert": "c", "documents": [document] });
    }
    for index in indexes {
        // Parallel arrays are refused, and two definitions may collide.
        run(&mut engine, doc! { "createIndexes": "c", "indexes": [index.clone()] });
    }
    engine
}

/// What the last command left in the profile, without the command itself.
pub fn last_entry(engine: &mut Engine) -> Document {
    let reply = run(engine, doc! { "dojoProfile": 1, "since": 0i64 });
    let entries = reply.get_array("entries").unwrap_or_else(|_| panic!("no entries: {reply}"));
    let entry = entries.iter().rev().filter_map(Bson::as_document);
    let mut entry = entry
        .into_iter()
        .find(|entry| entry.get_str("op").ok() != Some("command"))
        .cloned()
        .unwrap_or_default();
    entry.remove("command");
    entry
}

/// How often each index was used.
pub fn accesses(engine: &mut Engine) -> String {
    let reply = run(engine, doc! { "aggregate": "c", "pipeline": [{ "$indexStats": {} }], "cursor": {} });
    format!("{reply:?}")
}

/// A path, `_id` too.
pub fn searched() -> impl Strategy<Value = &'static str> {
    prop_oneof![5 => path(), 1 => Just("_id"), 1 => Just("a")]
}
