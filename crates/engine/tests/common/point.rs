//! Shared parts of the tests of point commands.

use bson::{Bson, Document, doc};
use engine::{Engine, EngineOptions};
use proptest::prelude::*;

use super::{path, run};

/// Creates a server with these documents, numbered, and indexes.
pub fn server(documents: &[Document], indexes: &[Document]) -> Engine {
    let mut engine = Engine::new(EngineOptions::default());
    run(&mut engine, doc! { "create": "c" });
    for (id, document) in documents.iter().enumerate() {
        let mut document = document.clone();
        document.insert("_id", id as i32);
        run(&mut engine, doc! { "insert": "c", "documents": [document] });
    }
    for index in indexes {
        // Parallel arrays are rejected, and two definitions may conflict.
        run(&mut engine, doc! { "createIndexes": "c", "indexes": [index.clone()] });
    }
    engine
}

/// Returns the profile entry of the last command, without the command itself.
pub fn last_entry(engine: &mut Engine) -> Document {
    let reply = run(engine, doc! { "dojoProfile": 1, "since": 0i64 });
    let entries = reply.get_array("entries").unwrap_or_else(|_| panic!("no entries: {reply}"));
    let entry = entries.iter().rev().filter_map(Bson::as_document);
    let mut entry = entry
        .into_iter()
        .find(|entry| entry.get_str("op").ok() != Some("command"))
        .cloned()
        .unwrap_or_default();
    // The compared commands differ in a field, and therefore in size and transmission time.
    for field in ["command", "requestLength", "modelMillis"] {
        entry.remove(field);
    }
    entry
}

/// Returns the number of accesses to each index.
pub fn accesses(engine: &mut Engine) -> String {
    let reply = run(engine, doc! { "aggregate": "c", "pipeline": [{ "$indexStats": {} }], "cursor": {} });
    format!("{reply:?}")
}

/// A path, including `_id`.
pub fn searched() -> impl Strategy<Value = &'static str> {
    prop_oneof![5 => path(), 1 => Just("_id"), 1 => Just("a")]
}

/// Tries a command with each of its bytes damaged. Invalid BSON must be rejected.
pub fn reports_broken_bytes(engine: &mut Engine, mut command: Document) {
    command.insert("$db", "test");
    let bytes = command.to_vec().unwrap();
    let mut reply = |bytes: &[u8]| Document::from_reader(engine.run_command(bytes).as_slice()).unwrap();
    for at in 0..bytes.len() {
        for change in [1u8, 0x80, 0xFF] {
            let mut broken = bytes.clone();
            broken[at] = broken[at].wrapping_add(change);
            let answer = reply(&broken);
            let well_formed = Document::from_reader(broken.as_slice()).is_ok();
            assert!(answer.get_f64("ok").is_ok());
            assert!(well_formed || answer.get_f64("ok").ok() == Some(0.0), "{at} + {change}: {answer}");
        }
    }
    assert_eq!(reply(&bytes[..bytes.len() - 1]).get_i32("code").ok(), Some(22));
}
