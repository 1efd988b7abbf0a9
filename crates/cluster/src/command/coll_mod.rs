//! `collMod`: runs on every shard that has a part of the collection.

use super::{Command, Request};

pub(super) static COMMAND: Command = Command {
    names: &["collMod"],
    admin: false,
    run: |request: &mut Request<'_>| {
        let name = request.collection()?;
        let replies = request.everywhere(name)?;
        Ok(replies.into_iter().next().map(|(_, reply)| reply).unwrap_or_default())
    },
};
