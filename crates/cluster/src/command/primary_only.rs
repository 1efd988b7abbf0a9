//! Commands that run on the primary shard for an unsharded collection and aren't supported for a
//! sharded one.

use engine::Error;

use super::{Command, Request};

pub(super) static COMMAND: Command = Command {
    names: &[
        "compact",
        "dataSize",
        "planCacheClear",
        "planCacheClearFilters",
        "planCacheListFilters",
        "planCacheSetFilter",
        "reIndex",
        "validate",
    ],
    admin: false,
    run: |request: &mut Request<'_>| {
        let name = request.collection()?;
        if request.sharded(name).is_some() {
            let command = request.name();
            return Err(Error::not_supported(&format!("{command} of a sharded collection")).into());
        }
        let shard = request.primary();
        Ok(request.forward(shard))
    },
};
