//! `listCollections`: as the primary shard has them, which has all.

use super::{Command, Request};

pub(super) static COMMAND: Command = Command {
    names: &["listCollections"],
    admin: false,
    run: |request: &mut Request<'_>| {
        let shard = request.primary();
        Ok(request.hand_on(shard))
    },
};
