//! `listIndexes`: runs on the primary shard.

use super::{Command, Request};

pub(super) static COMMAND: Command = Command {
    names: &["listIndexes"],
    admin: false,
    run: |request: &mut Request<'_>| {
        let shard = request.primary();
        Ok(request.forward(shard))
    },
};
