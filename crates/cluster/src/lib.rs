//! A simulated sharded cluster: one router over several engines.
//!
//! The router accepts the commands of a `mongos` and sends them to the shards with the targeted ranges of
//! the shard key. It splits chunks that exceed a limit, and a balancer moves them between shards. Shards
//! are whole [`engine::Engine`]s in the same memory, so a lesson shows how many of them an operation
//! contacts without network delays.
//!
//! Reference: <https://www.mongodb.com/docs/manual/sharding/>. Differences from a real cluster:
//! chunks are measured in documents, not megabytes, and are split at the end of the command that filled them;
//! the balancer runs at the end of the command that unbalanced the shards; the router's part of a
//! pipeline runs on the documents that shards selected, not on partial results.

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
