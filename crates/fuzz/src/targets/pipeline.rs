//! A pipeline answers as its stages do one after the other, each on its own.

use bson::{Document, doc};

use super::filter::bytes_of;
use crate::{Server, Source};

/// # Panics
/// When the optimised pipeline gives other documents, or fails where the stages do not.
pub fn run(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let mut server = Server::default();
    server.store("d", [doc! { "a": 1, "b": [1, 2] }, doc! { "a": { "b": 1 } }]);
    let documents: Vec<_> = (0..4).map(|_| source.document(2)).collect();
    server.store("c", documents);
    if source.below(2) == 1 {
        server.run(doc! { "createIndexes": "c", "indexes": [{ "key": { "a": 1, "b": 1 }, "name": "i" }] });
    }
    let pipeline = source.pipeline(2);
    let text = format!("{pipeline:?}");
    let whole = server.batch(doc! { "aggregate": "c", "pipeline": pipeline.clone(), "cursor": {} });
    if ["$rand", "$sampleRate", "$sample"].iter().any(|name| text.contains(name)) {
        return;
    }
    let mut documents = server.batch(doc! { "find": "c" }).expect("every document");
    for stage in pipeline {
        let Ok(next) = alone(&mut server, documents, stage) else { return };
        documents = next;
    }
    // A stage may fail on documents that a later stage would have passed over: never the other way.
    let whole = whole.unwrap_or_else(|code| panic!("error {code}, but not stage by stage: {text}"));
    let (mut whole, mut stepwise) = (bytes_of(&whole), bytes_of(&documents));
    whole.sort_unstable();
    stepwise.sort_unstable();
    assert_eq!(whole.len(), stepwise.len(), "{text}");
    if let Some((a, b)) = whole.iter().zip(&stepwise).find(|(a, b)| a != b) {
        let read = |bytes: &[u8]| Document::from_reader(bytes).expect("a document");
        panic!("{}\nis not, stage by stage,\n{}\n{text}", read(a), read(b));
    }
}

fn alone(server: &mut Server, documents: Vec<Document>, stage: Document) -> Result<Vec<Document>, i32> {
    let documents = doc! { "$documents": { "$literal": documents } };
    server.batch(doc! { "aggregate": 1, "pipeline": [documents, stage], "cursor": {} })
}
