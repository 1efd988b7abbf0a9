//! A simulated sharded cluster: one router over several engines.
//!
//! The router takes the commands that a `mongos` takes and sends them to the shards whose ranges of
//! the shard key they are about; it splits chunks that have grown over a limit, and a balancer moves
//! them between shards. Shards are whole [`engine::Engine`]s in the same memory, so that a lesson sees
//! how many of them an operation contacts, and nothing has to be waited for.
//!
//! Reference: <https://www.mongodb.com/docs/manual/sharding/>. What differs from a cluster:
//! chunks are measured in documents, not in megabytes, and are split when a command has filled them;
//! the balancer acts at once, at the end of the command after which shards differ; a router's own
//! part of a pipeline runs on documents that the shards have selected, not on partial results.

mod balancer;
mod bounds;
mod chunk;
mod cluster;
#[cfg(test)]
mod cluster_tests;
mod command;
mod config;
mod costs;
mod dispatch;
mod dump;
mod gather;
mod metadata;
mod reply;
mod route;
mod shard_key;
mod split;
#[cfg(test)]
mod testing;

pub use cluster::{Cluster, ClusterOptions, ClusterSnapshot};
