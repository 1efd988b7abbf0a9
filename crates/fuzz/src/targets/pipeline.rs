//! Invariant: a pipeline has the same result as its stages run one by one.

use bson::{Document, doc};

use super::filter::bytes_of;
use crate::{Server, Source};

/// # Panics
/// The optimized pipeline returns other documents, or fails although the stages don't.
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
    // An index stores a missing field as null, so a covered pipeline may show nulls, as on a server. Groups
    // from an index are in index order, which also determines the first document of each.
    let plan = server.run(doc! { "explain": command }).to_string();
    if plan.contains("DISTINCT_SCAN") || (plan.contains("IXSCAN") && !plan.contains("FETCH")) {
        return;
    }
    // A condition after a renaming `$map` is applied to the array itself, where it doesn't enter nested
    // arrays.
    if text.contains("$map") && text.contains("$match") {
        return;
    }
    // With an index, documents that are equal in a sort may be in another order, and a limit may select
    // others.
    if plan.contains("IXSCAN") && text.contains("$sort") {
        return;
    }
    // The pipeline may succeed although a stage fails on documents that a later stage would have skipped,
    // but not vice versa.
    let whole = whole.unwrap_or_else(|code| panic!("error {code}, but not stage by stage: {text}"));
    panic!("{whole:?}\nis not, stage by stage,\n{documents:?}\n{text}");
}

fn alone(server: &mut Server, documents: Vec<Document>, stage: Document) -> Result<Vec<Document>, i32> {
    let documents = doc! { "$documents": { "$literal": documents } };
    server.batch(doc! { "aggregate": 1, "pipeline": [documents, stage], "cursor": {} })
}
