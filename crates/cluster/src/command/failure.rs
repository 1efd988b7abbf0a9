//! Failures of commands.

use engine::Error;

use crate::reply;

/// The failure of a command: an error of the router or the reply of a shard.
#[derive(Debug)]
pub(crate) enum Failure {
    /// An error of the router.
    Error(Error),
    /// A shard's reply.
    Reply(Vec<u8>),
}

impl Failure {
    /// Converts to a reply.
    pub(crate) fn reply(self) -> Vec<u8> {
        match self {
            Failure::Error(error) => reply::failure(&error),
            Failure::Reply(reply) => reply,
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Failure::Error(error)
    }
}

impl From<Vec<u8>> for Failure {
    fn from(reply: Vec<u8>) -> Self {
        Failure::Reply(reply)
    }
}
