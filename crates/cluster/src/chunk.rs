//! Chunks: ranges of the shard key, each on one shard.

use crate::bounds::Bound;

/// A range of the shard key, on one shard.
#[derive(Clone, Debug)]
pub(crate) struct Chunk {
    /// The lower bound, inclusive.
    pub min: Bound,
    /// The upper bound, exclusive.
    pub max: Bound,
    /// The number of the chunk's shard.
    pub shard: usize,
    /// An upper bound of the number of documents: the last count plus all inserts since.
    pub at_most: u64,
    /// The sequence number of the last write to the chunk.
    pub written: u64,
    /// Whether the chunk is too large but can't be split, since all documents have one key.
    pub jumbo: bool,
}

impl Chunk {
    /// Whether a key is in the chunk.
    pub(crate) fn holds(&self, key: &[u8]) -> bool {
        self.min.bytes.as_slice() <= key && key < self.max.bytes.as_slice()
    }
}
