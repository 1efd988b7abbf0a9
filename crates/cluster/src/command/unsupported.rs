//! Commands that this playground's cluster doesn't support.

use engine::Error;

use super::{Command, Request};

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
