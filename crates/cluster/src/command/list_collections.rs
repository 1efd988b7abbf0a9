//! `listCollections`: runs on the primary shard, which has all collections.

use super::{Command, Request};

pub(super) static COMMAND: Command = Command {
    names: &["listCollections"],
    admin: false,
    run: |request: &mut Request<'_>| {
        let shard = request.primary();
        Ok(request.forward(shard))
    },
};
