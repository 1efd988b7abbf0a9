//! Invariant: a change stream with images shows every change of a collection's documents.

use std::collections::BTreeMap;

use bson::{Bson, Document, doc};
use engine::value::{RawDoc, key};

use super::command::made;
use crate::{Server, Source};

/// Documents by the key of their `_id`.
type Documents = BTreeMap<Vec<u8>, Vec<u8>>;

/// # Panics
/// The stream's events don't lead from the documents before to those after.
pub fn run(bytes: &[u8]) {
    let mut server = Server::default();
    server.store("c", [doc! { "a": 1, "b": [1, { "a": 2 }] }, doc! { "a": [3, 1], "b": { "a": "x" } }]);
    server.run(doc! { "collMod": "c", "changeStreamPreAndPostImages": { "enabled": true } });
    let Some(mut replayed) = stored(&mut server) else { return };
    let opened = server.run(doc! {
        "aggregate": "c",
        "pipeline": [{ "$changeStream": { "fullDocument": "whenAvailable", "fullDocumentBeforeChange": "whenAvailable" } }],
        "cursor": {},
    });
    let Some(cursor) = id_of(&opened) else { panic!("a stream opens: {opened}") };
    let mut source = Source::new(bytes);
    for _ in 0..4 {
        let command = made(&mut source);
        server.run(command);
    }
    if follow(&mut server, cursor, &mut replayed).is_some()
        && let Some(stored) = stored(&mut server)
    {
        assert_eq!(replayed, stored, "all changes are shown");
    }
}

/// Returns all documents of the collection; `None` if they can't be read at the moment.
fn stored(server: &mut Server) -> Option<Documents> {
    let found = server.batch(doc! { "find": "c", "batchSize": 10_000 }).ok()?;
    Some(found.iter().map(entry).collect())
}

/// Applies the stream's events; `None` if it ends or its images are disabled.
fn follow(server: &mut Server, cursor: i64, replayed: &mut Documents) -> Option<()> {
    loop {
        let reply = server.run(doc! { "getMore": cursor, "collection": "c" });
        let events = reply.get_document("cursor").ok()?.get_array("nextBatch").ok()?;
        if events.is_empty() {
            return Some(());
        }
        for event in events.iter().filter_map(Bson::as_document) {
            carry_out(event, replayed)?;
        }
    }
}

fn carry_out(event: &Document, replayed: &mut Documents) -> Option<()> {
    if ["fullDocument", "fullDocumentBeforeChange"].iter().any(|image| event.get(*image) == Some(&Bson::Null))
    {
        return None;
    }
    let (id, _) = entry(event.get_document("documentKey").ok()?);
    let before = event.get_document("fullDocumentBeforeChange").ok().map(entry);
    let was = replayed.remove(&id);
    match event.get_str("operationType").expect("an event has an operationType") {
        "insert" => assert_eq!(was, None, "an inserted document did not exist before: {event}"),
        _ => assert_eq!(
            was,
            before.map(|(_, document)| document),
            "the event has the document before the change: {event}"
        ),
    }
    if event.get_str("operationType").ok() != Some("delete") {
        replayed.extend([entry(event.get_document("fullDocument").ok()?)]);
    }
    Some(())
}

fn entry(document: &Document) -> (Vec<u8>, Vec<u8>) {
    let bytes = document.to_vec().expect("encodable");
    let id = RawDoc::new(&bytes).get("_id").map(|id| key::key_of(id.view()));
    (id.expect("a stored document has an _id"), bytes)
}

fn id_of(reply: &Document) -> Option<i64> {
    reply.get_document("cursor").ok()?.get_i64("id").ok()
}
