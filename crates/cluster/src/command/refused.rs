//! Failed commands, and commands that this playground's cluster doesn't support.

use engine::Error;

use super::{Command, Request};
use crate::reply;

/// The failure of a command: an error of the router or the reply of a shard.
#[derive(Debug)]
pub(crate) enum Refused {
    /// An error of the router.
    Error(Error),
    /// A shard's reply.
    Reply(Vec<u8>),
}

impl Refused {
    /// Converts to a reply.
    pub(crate) fn reply(self) -> Vec<u8> {
        match self {
            Refused::Error(error) => reply::failure(&error),
            Refused::Reply(reply) => reply,
        }
    }
}

impl From<Error> for Refused {
    fn from(error: Error) -> Self {
        Refused::Error(error)
    }
}

impl From<Vec<u8>> for Refused {
    fn from(reply: Vec<u8>) -> Self {
        Refused::Reply(reply)
    }
}

/// The commands of a server that neither the router nor a single shard can execute.
pub(super) static COMMAND: Command = Command {
    names: &[
        "abortTransaction",
        "bulkWrite",
        "cloneCollectionAsCapped",
        "commitTransaction",
        "configureFailPoint",
        "convertToCapped",
        "moveCollection",
        "movePrimary",
        "moveRange",
        "refineCollectionShardKey",
        "removeShard",
        "reshardCollection",
        "addShardToZone",
        "updateZoneKeyRange",
        "removeShardFromZone",
        "unshardCollection",
    ],
    admin: false,
    run: |request: &mut Request<'_>| {
        Err(Error::not_supported(&format!("The command {} of a sharded cluster", request.name())).into())
    },
};
