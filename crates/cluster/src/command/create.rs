//! `create`: runs on the primary shard.

use super::{Command, Request};

pub(super) static COMMAND: Command = Command {
    names: &["create"],
    admin: false,
    run: |request: &mut Request<'_>| {
        let shard = request.primary_or_assign()?;
        Ok(request.forward(shard))
    },
};
