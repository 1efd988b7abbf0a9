//! `createIndexes`: runs on every shard that has a part of the collection. A unique index must begin with the
//! shard key (<https://www.mongodb.com/docs/manual/core/sharding-shard-key/#unique-indexes>).

use engine::value::{RawDoc, RawValue, display_document};
use engine::{Error, ErrorCode};

use super::{Command, Failure, Request};
use crate::reply::{documents, success};

pub(super) static COMMAND: Command = Command { names: &["createIndexes"], admin: false, run };

fn run(request: &mut Request<'_>) -> Result<Vec<u8>, Failure> {
    let name = request.collection()?;
    let Some(sharded) = request.sharded(name) else {
        let shard = request.primary_or_assign()?;
        return Ok(request.forward(shard));
    };
    for index in documents(request.body, "indexes") {
        let unique = index.get("unique").and_then(RawValue::as_bool).unwrap_or(false);
        let pattern = index.get("key").and_then(RawValue::as_document);
        if let Some(pattern) = pattern.filter(|pattern| unique && !sharded.key.allows_unique(*pattern)) {
            let text = format!(
                "cannot create unique index over {} with shard key pattern {}",
                display_document(pattern),
                display_document(sharded.key.doc())
            );
            return Err(Error::new(ErrorCode::CANNOT_CREATE_INDEX, text).into());
        }
    }
    let replies = request.everywhere_or_nowhere(name, |_| Ok(()))?;
    Ok(success(|out| {
        out.document("raw", |raw| {
            for (shard, reply) in &replies {
                raw.append_doc(&crate::metadata::host(request.cluster, *shard), RawDoc::new(reply));
            }
        });
    }))
}
