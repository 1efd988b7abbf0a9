//! The metadata of a cluster's config servers: databases, sharded collections, chunks.

use std::rc::Rc;

use engine::value::{RawDoc, sort};
use engine::{Error, ErrorCode, SortedMap};

use crate::bounds::Bound;
use crate::chunk::Chunk;
use crate::shard_key::ShardKey;

/// Splits a namespace into database and collection.
pub(crate) fn parts(namespace: &str) -> (&str, &str) {
    namespace.split_once('.').unwrap_or_default()
}

/// The largest number of changelog entries.
const MAX_CHANGES: usize = 10_000;

/// The cluster's metadata.
#[derive(Clone, Debug, Default)]
pub(crate) struct Config {
    /// The shards' names, by number.
    pub shards: Vec<String>,
    /// The number of each database's primary shard, which has the unsharded collections.
    pub databases: SortedMap<String, usize>,
    /// The sharded collections, by namespace.
    pub collections: SortedMap<String, Rc<Sharded>>,
    /// Whether the balancer is stopped.
    pub stopped: bool,
    /// Splits and moves, as documents of `config.changelog`.
    pub changes: Vec<Vec<u8>>,
    /// The sequence number of the last write to a chunk.
    pub writes: u64,
}

/// A sharded collection.
#[derive(Clone, Debug)]
pub(crate) struct Sharded {
    /// The shard key.
    pub key: ShardKey,
    /// Whether the shard key is unique.
    pub unique: bool,
    /// The collection's UUID.
    pub uuid: [u8; 16],
    /// The time of sharding, in milliseconds since 1970.
    pub since: i64,
    /// Whether the balancer ignores the collection.
    pub unbalanced: bool,
    /// The chunks in key order, covering all keys without gaps.
    pub chunks: Vec<Chunk>,
}

impl Sharded {
    /// Returns the position of the chunk that contains a key.
    pub(crate) fn chunk_of(&self, key: &[u8]) -> usize {
        self.chunks.partition_point(|chunk| chunk.max.bytes.as_slice() <= key).min(self.chunks.len() - 1)
    }

    /// Returns the number of a document's shard.
    ///
    /// # Errors
    /// Errors of [`ShardKey::of`].
    pub(crate) fn shard_of(&self, document: RawDoc<'_>) -> Result<usize, Error> {
        let key = self.key.of(document)?;
        Ok(self.chunks[self.chunk_of(&key.bytes)].shard)
    }

    /// Returns the numbers of the shards that have chunks, ascending.
    pub(crate) fn shards(&self) -> Vec<usize> {
        let mut shards: Vec<_> = self.chunks.iter().map(|chunk| chunk.shard).collect();
        sort(&mut shards);
        shards.dedup();
        shards
    }

    /// Returns the position of the chunk with exactly these bounds.
    pub(crate) fn chunk_between(&self, min: &Bound, max: &Bound) -> Option<usize> {
        self.chunks.iter().position(|chunk| chunk.min.bytes == min.bytes && chunk.max.bytes == max.bytes)
    }
}

impl Config {
    /// Returns the number of a shard.
    ///
    /// # Errors
    /// `ShardNotFound` (70).
    pub(crate) fn shard(&self, name: &str) -> Result<usize, Error> {
        let found = self.shards.iter().position(|shard| shard == name);
        found.ok_or_else(|| Error::new(ErrorCode::SHARD_NOT_FOUND, format!("shard {name} does not exist")))
    }

    /// Returns the number of a database's primary shard; 0 for a database that doesn't exist.
    pub(crate) fn primary(&self, database: &str) -> usize {
        self.databases.get(database).copied().unwrap_or(0)
    }

    /// Appends to the changelog; drops the older half of a full one.
    pub(crate) fn note_change(&mut self, change: Vec<u8>) {
        if self.changes.len() == MAX_CHANGES {
            self.changes.drain(..MAX_CHANGES / 2);
        }
        self.changes.push(change);
    }

    /// Returns a sharded collection.
    ///
    /// # Errors
    /// `NamespaceNotSharded` (118).
    pub(crate) fn sharded(&self, namespace: &str) -> Result<Rc<Sharded>, Error> {
        let found = self.collections.get(namespace).cloned();
        found.ok_or_else(|| {
            Error::new(ErrorCode::NAMESPACE_NOT_SHARDED, format!("Collection {namespace} is not sharded."))
        })
    }
}
