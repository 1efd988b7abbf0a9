//! `split` (<https://www.mongodb.com/docs/manual/reference/command/split/>).

use engine::value::{RawDoc, RawValue, display_document};
use engine::{Error, ErrorCode};

use super::shard_collection::split_namespace;
use super::{Command, Failure, Request};
use crate::bounds::Bound;
use crate::config::Sharded;
use crate::reply::success;
use crate::split::middle_of;

pub(super) static COMMAND: Command = Command { names: &["split"], admin: true, run };

fn run(request: &mut Request<'_>) -> Result<Vec<u8>, Failure> {
    let arguments = request.arguments();
    let given = arguments.required("split")?;
    let namespace = given.as_str().ok_or_else(|| arguments.wrong_type("split", given, "string"))?;
    split_namespace(namespace)?;
    let sharded = request.cluster.config.sharded(namespace)?;
    let (find, middle) = (arguments.document("find")?, arguments.document("middle")?);
    let bounds = arguments.array("bounds")?;
    let given = usize::from(find.is_some()) + usize::from(middle.is_some()) + usize::from(bounds.is_some());
    if given != 1 {
        return Err(Error::bad_value(match given {
            0 => "need to specify find, bounds, or middle",
            _ => "cannot specify more than one of find, bounds, or middle",
        })
        .into());
    }
    if let Some(middle) = middle {
        let middle = sharded.key.bound(middle)?;
        let at = sharded.chunk_of(&middle.bytes);
        if sharded.chunks[at].min.bytes == middle.bytes {
            let text = format!(
                "new split key {} is a boundary key of existing chunk",
                display_document(middle.doc())
            );
            return Err(Error::bad_value(text).into());
        }
        let keys = request.cluster.keys_of(namespace, at);
        request.cluster.split(namespace, at, middle, &keys);
        return Ok(success(|_| ()));
    }
    let at = match (find, bounds) {
        (Some(query), _) => chunk_with(&sharded, query)?,
        (_, bounds) => chunk_between(&sharded, bounds.unwrap_or(RawDoc::empty()))?,
    };
    let keys = request.cluster.keys_of(namespace, at);
    match middle_of(&keys) {
        Some(middle) => {
            request.cluster.split(namespace, at, middle, &keys);
            Ok(success(|_| ()))
        }
        None => Err(Error::new(
            ErrorCode::COMMAND_FAILED,
            "Unable to find a split point in this chunk: it has no two shard keys",
        )
        .into()),
    }
}

/// Returns the chunk of the document with these values of the shard key.
///
/// # Errors
/// `ShardKeyNotFound` (61) for a query without all values of the shard key.
pub(super) fn chunk_with(sharded: &Sharded, query: RawDoc<'_>) -> Result<usize, Error> {
    if !sharded.key.paths().all(|path| reaches(query, path)) {
        let text = format!(
            "Query {} does not contain all values of the shard key {}",
            display_document(query),
            display_document(sharded.key.doc())
        );
        return Err(Error::new(ErrorCode::SHARD_KEY_NOT_FOUND, text));
    }
    let key: Bound = sharded.key.of(query)?;
    Ok(sharded.chunk_of(&key.bytes))
}

fn reaches(query: RawDoc<'_>, path: &str) -> bool {
    match path.split_once('.') {
        None => query.get(path).is_some(),
        Some((first, rest)) => {
            query.get(first).and_then(RawValue::as_document).is_some_and(|inner| reaches(inner, rest))
        }
    }
}

/// Returns the chunk with exactly these bounds.
///
/// # Errors
/// `BadValue` (2) when there is none.
pub(super) fn chunk_between(sharded: &Sharded, bounds: RawDoc<'_>) -> Result<usize, Error> {
    let bounds: Vec<_> = bounds.values().filter_map(RawValue::as_document).collect();
    let [min, max] = bounds[..] else {
        return Err(Error::bad_value("bounds has to be an array of two documents"));
    };
    let (min, max) = (sharded.key.bound(min)?, sharded.key.bound(max)?);
    sharded.chunk_between(&min, &max).ok_or_else(|| {
        Error::bad_value(format!(
            "no chunk found with the shard key bounds [{}, {})",
            display_document(min.doc()),
            display_document(max.doc())
        ))
    })
}
