//! `insert`: each document goes to the shard with its key range.

use std::borrow::Cow;

use engine::value::RawDoc;

use super::write::{Outcome, is_ordered, statements, with_id, with_statements};
use super::{Command, Failure, Request};

pub(super) static COMMAND: Command = Command { names: &["insert"], admin: false, run };

fn run(request: &mut Request<'_>) -> Result<Vec<u8>, Failure> {
    let name = request.collection()?;
    let (sharded, documents) = (request.sharded(name), statements(request.body, "documents"));
    let (Some(sharded), Some(documents)) = (sharded, documents) else {
        let shard = request.primary_or_assign()?;
        return Ok(request.forward(shard));
    };
    let namespace = request.namespace(name);
    let ordered = is_ordered(request.body);
    let mut outcome = Outcome::default();
    let mut parts: Vec<Part<'_>> = Vec::new();
    for (place, document) in documents.into_iter().enumerate() {
        let document = match with_id(request.cluster, document) {
            Some(inserted) => Cow::Owned(inserted),
            None => Cow::Borrowed(document.as_bytes()),
        };
        match sharded.shard_of(RawDoc::new(&document)) {
            Ok(shard) => add(&mut parts, (shard, place), document, ordered),
            Err(error) if ordered => {
                // The documents before it are still written.
                if write(request, &namespace, parts, true, &mut outcome)? {
                    outcome.refuse(place, &error);
                }
                return Ok(outcome.reply());
            }
            Err(error) => outcome.refuse(place, &error),
        }
    }
    // Drop the reference, so that updating chunk counts doesn't copy the metadata.
    drop(sharded);
    write(request, &namespace, parts, ordered, &mut outcome)?;
    Ok(outcome.reply())
}

/// Documents for one shard in one command.
struct Part<'a> {
    shard: usize,
    /// The documents' positions in the whole command.
    places: Vec<usize>,
    documents: Vec<Cow<'a, [u8]>>,
}

/// Adds a document to a part for its shard; if `ordered`, only the last part qualifies.
fn add<'a>(
    parts: &mut Vec<Part<'a>>,
    (shard, place): (usize, usize),
    document: Cow<'a, [u8]>,
    ordered: bool,
) {
    let found = match ordered {
        true => parts.last_mut().filter(|part| part.shard == shard),
        false => parts.iter_mut().find(|part| part.shard == shard),
    };
    match found {
        Some(part) => {
            part.places.push(place);
            part.documents.push(document);
        }
        None => parts.push(Part { shard, places: vec![place], documents: vec![document] }),
    }
}

/// Stores each shard's part; returns whether all succeeded.
fn write(
    request: &mut Request<'_>,
    namespace: &str,
    parts: Vec<Part<'_>>,
    ordered: bool,
    outcome: &mut Outcome,
) -> Result<bool, Failure> {
    let mut succeeded = true;
    for part in parts {
        let documents: Vec<_> = part.documents.iter().map(|bytes| RawDoc::new(bytes)).collect();
        let command = with_statements(request.body, "documents", &documents);
        let reply = request.run_on(part.shard, &command);
        succeeded &= outcome.add(reply, &part.places)?;
        for document in documents {
            request.cluster.written(namespace, Some(document));
        }
        if ordered && !succeeded {
            return Ok(false);
        }
    }
    Ok(succeeded)
}
