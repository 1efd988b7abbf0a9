//! The database behind the interface: a server or a cluster.

use cluster::{Cluster, ClusterSnapshot};
use engine::{Engine, Host, Snapshot};
use wasm_bindgen::JsError;

/// A server, or a router with its shards.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "a single server's commands avoid another indirection")]
pub(crate) enum Server {
    Single(Engine),
    Cluster(Box<Cluster>),
}

/// A snapshot of a server or a cluster.
#[derive(Debug)]
pub(crate) enum State {
    Single(Snapshot),
    Cluster(ClusterSnapshot),
}

/// Calls the same method of either variant.
macro_rules! either {
    ($server:expr, $it:ident => $call:expr) => {
        match $server {
            Server::Single($it) => $call,
            Server::Cluster($it) => $call,
        }
    };
}

impl Server {
    pub(crate) fn run_command(&mut self, command: &[u8]) -> Vec<u8> {
        either!(self, it => it.run_command(command))
    }

    pub(crate) fn run_command_within(&mut self, command: &[u8], room: Vec<u8>) -> Vec<u8> {
        match self {
            Server::Single(it) => it.run_command_within(command, room),
            // The router has already assembled its reply.
            Server::Cluster(it) => it.run_command(command),
        }
    }

    pub(crate) fn now(&self) -> i64 {
        either!(self, it => it.now())
    }

    pub(crate) fn set_now(&mut self, millis: i64) {
        either!(self, it => it.set_now(millis));
    }

    pub(crate) fn snapshot(&self) -> State {
        match self {
            Server::Single(it) => State::Single(it.snapshot()),
            Server::Cluster(it) => State::Cluster(it.snapshot()),
        }
    }

    pub(crate) fn restore(&mut self, state: &State) -> Result<(), JsError> {
        match (self, state) {
            (Server::Single(it), State::Single(state)) => it.restore(state),
            (Server::Cluster(it), State::Cluster(state)) => it.restore(state),
            _ => {
                return Err(JsError::new(
                    "a server cannot load the state of a cluster, nor a cluster that of a server",
                ));
            }
        }
        Ok(())
    }

    pub(crate) fn profile_sequence(&self) -> u64 {
        either!(self, it => it.profile_sequence())
    }

    pub(crate) fn memory_usage(&self) -> u64 {
        either!(self, it => it.memory_usage())
    }

    pub(crate) fn dump(&self) -> Vec<u8> {
        either!(self, it => it.dump())
    }

    pub(crate) fn load(&mut self, dump: &[u8]) -> Result<(), JsError> {
        either!(self, it => it.load(dump).map_err(|error| JsError::new(&error.to_string())))
    }

    pub(crate) fn set_host(&mut self, host: Box<dyn Host>) {
        either!(self, it => it.set_host(host));
    }
}
