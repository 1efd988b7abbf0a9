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
    let command = doc! { "aggregate": "c", "pipeline": pipeline.clone(), "cursor": {} };
    let whole = server.batch(command.clone());
    if ["$rand", "$sampleRate", "$sample"].iter().any(|name| text.contains(name)) {
        return;
    }
    let mut documents = server.batch(doc! { "find": "c" }).expect("every document");
    for stage in pipeline {
        let Ok(next) = alone(&mut server, documents, stage) else { return };
        documents = next;
    }
    let sorted = |documents: &[Document]| {
        let mut documents = bytes_of(documents);
        documents.sort_unstable();
        documents
    };
    let stepwise = sorted(&documents);
    if whole.as_deref().map(sorted).as_ref() == Ok(&stepwise) {
        return;
    }
    // An index stores a missing field as null: a covered head shows nulls, as a server's does.
    // Groups that an index gives come in its order, the first document of each too.
    let plan = server.run(doc! { "explain": command }).to_string();
    if plan.contains("DISTINCT_SCAN") || (plan.contains("IXSCAN") && !plan.contains("FETCH")) {
        return;
    }
    // A condition behind a renaming `$map` is asked of the array itself, where it does not reach arrays in arrays.
    if text.contains("$map") && text.contains("$match") {
        return;
    }
    // Which of those that are equal in an order come first, and are let through, is the index's affair.
    if plan.contains("IXSCAN") && text.contains("$sort") {
        return;
    }
    // A stage may fail on documents that a later stage would have passed over: never the other way.
    let whole = whole.unwrap_or_else(|code| panic!("error {code}, but not stage by stage: {text}"));
    panic!("{whole:?}\nis not, stage by stage,\n{documents:?}\n{text}");
}

fn alone(server: &mut Server, documents: Vec<Document>, stage: Document) -> Result<Vec<Document>, i32> {
    let documents = doc! { "$documents": { "$literal": documents } };
    server.batch(doc! { "aggregate": 1, "pipeline": [documents, stage], "cursor": {} })
}
