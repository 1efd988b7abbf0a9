//! The metadata of a cluster's config servers: databases, sharded collections, chunks.

use std::rc::Rc;

use engine::value::{RawDoc, sort};
use engine::{Error, ErrorCode, SortedMap};

use crate::bounds::Bound;
use crate::chunk::Chunk;
use crate::shard_key::ShardKey;

/// The database and the collection of a full name.
pub(crate) fn parts(namespace: &str) -> (&str, &str) {
    namespace.split_once('.').unwrap_or_default()
}

/// Most entries of the changelog.
const MOST_CHANGES: usize = 10_000;

/// All of the metadata.
#[derive(Clone, Debug, Default)]
pub(crate) struct Config {
    /// The names of the shards, by number.
    pub shards: Vec<String>,
    /// The number of each database's primary shard, which has what is not sharded.
    pub databases: SortedMap<String, usize>,
    /// The sharded collections, by namespace.
    pub collections: SortedMap<String, Rc<Sharded>>,
    /// Whether the balancer is switched off.
    pub stopped: bool,
    /// Splits and moves, as documents of `config.changelog`.
    pub changes: Vec<Vec<u8>>,
    /// The number of the last write to a chunk.
    pub writes: u64,
}

/// A sharded collection.
#[derive(Clone, Debug)]
pub(crate) struct Sharded {
    /// Its shard key.
    pub key: ShardKey,
    /// Whether no two documents may have the same key.
    pub unique: bool,
    /// Its id.
    pub uuid: [u8; 16],
    /// When it was sharded, milliseconds since 1970.
    pub since: i64,
    /// Whether the balancer leaves it alone.
    pub unbalanced: bool,
    /// From the least key to the greatest, without gaps.
    pub chunks: Vec<Chunk>,
}

impl Sharded {
    /// The place of the chunk that holds a key.
    pub(crate) fn chunk_of(&self, key: &[u8]) -> usize {
        self.chunks.partition_point(|chunk| chunk.max.bytes.as_slice() <= key).min(self.chunks.len() - 1)
    }

    /// The number of the shard that has a document.
    ///
    /// # Errors
    /// Errors of [`ShardKey::of`].
    pub(crate) fn shard_of(&self, document: RawDoc<'_>) -> Result<usize, Error> {
        let key = self.key.of(document)?;
        Ok(self.chunks[self.chunk_of(&key.bytes)].shard)
    }

    /// The shards that have chunks, each once, in ascending order.
    pub(crate) fn shards(&self) -> Vec<usize> {
        let mut shards: Vec<_> = self.chunks.iter().map(|chunk| chunk.shard).collect();
        sort(&mut shards);
        shards.dedup();
        shards
    }

    /// The chunk with exactly these bounds.
    pub(crate) fn chunk_between(&self, min: &Bound, max: &Bound) -> Option<usize> {
        self.chunks.iter().position(|chunk| chunk.min.bytes == min.bytes && chunk.max.bytes == max.bytes)
    }
}

impl Config {
    /// The number of a shard.
    ///
    /// # Errors
    /// `ShardNotFound` (70).
    pub(crate) fn shard(&self, name: &str) -> Result<usize, Error> {
        let found = self.shards.iter().position(|shard| shard == name);
        found.ok_or_else(|| Error::new(ErrorCode::SHARD_NOT_FOUND, format!("shard {name} does not exist")))
    }

    /// The number of a database's primary shard; the first one of a database that is not there yet.
    pub(crate) fn primary(&self, database: &str) -> usize {
        self.databases.get(database).copied().unwrap_or(0)
    }

    /// Adds to the changelog, which drops its oldest entries.
    pub(crate) fn note_change(&mut self, change: Vec<u8>) {
        if self.changes.len() == MOST_CHANGES {
            self.changes.drain(..MOST_CHANGES / 2);
        }
        self.changes.push(change);
    }

    /// A sharded collection.
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
