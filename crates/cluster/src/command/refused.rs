//! Failed commands, and those that fail because a cluster of this playground does not have them.

use engine::Error;

use super::{Command, Request};
use crate::reply;

/// A command that failed: the error of the router, or the reply of a shard.
#[derive(Debug)]
pub(crate) enum Refused {
    /// An error of the router.
    Error(Error),
    /// A shard's reply.
    Reply(Vec<u8>),
}

impl Refused {
    /// As a reply.
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

/// The error for what a server has, and neither the router nor one shard alone can do.
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
