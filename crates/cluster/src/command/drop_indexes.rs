//! `dropIndexes`: runs on every shard that has a part of the collection.

use engine::value::{RawDoc, RawValue};
use engine::{Error, ErrorCode};

use super::{Command, Failure, Request};
use crate::reply::document;

pub(super) static COMMAND: Command = Command { names: &["dropIndexes", "deleteIndexes"], admin: false, run };

fn run(request: &mut Request<'_>) -> Result<Vec<u8>, Failure> {
    let name = request.collection()?;
    if request.sharded(name).is_none() {
        let shard = request.primary_or_assign()?;
        return Ok(request.forward(shard));
    }
    let replies = request.everywhere_or_nowhere(name, |request| {
        if is_served(request, name)? {
            return Ok(());
        }
        let text = "Cannot drop the only compatible index for this collection's shard key";
        Err(Error::new(ErrorCode::CANNOT_CREATE_INDEX, text).into())
    })?;
    Ok(replies.into_iter().next().map(|(_, reply)| reply).unwrap_or_default())
}

/// Whether an index that supports the shard key remains.
fn is_served(request: &mut Request<'_>, name: &str) -> Result<bool, Failure> {
    let Some(sharded) = request.sharded(name) else { return Ok(true) };
    let mut list = engine::value::DocBuilder::new();
    list.append_str("listIndexes", name).append_str("$db", request.database);
    let reply = request.cluster.run_unmetered(request.primary(), &list.finish());
    let cursor = document(RawDoc::new(&reply), "cursor").unwrap_or(RawDoc::empty());
    let mut all = crate::reply::documents(cursor, "firstBatch");
    Ok(all.any(|index| {
        let key = index.get("key").and_then(RawValue::as_document);
        key.is_some_and(|key| sharded.key.is_served_by(key))
    }))
}
