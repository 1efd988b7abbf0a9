//! `listIndexes`: as the primary shard has them.

use super::{Command, Request};

pub(super) static COMMAND: Command = Command {
    names: &["listIndexes"],
    admin: false,
    run: |request: &mut Request<'_>| {
        let shard = request.primary();
        Ok(request.hand_on(shard))
    },
};
