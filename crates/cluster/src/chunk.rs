//! Chunks: ranges of the shard key, each on one shard.

use crate::bounds::Bound;

/// A range of the shard key.
#[derive(Clone, Debug)]
pub(crate) struct Chunk {
    /// The first key in it.
    pub min: Bound,
    /// The key after the last.
    pub max: Bound,
    /// The number of the shard that has it.
    pub shard: usize,
    /// At most so many documents are in it: those counted last, and all inserted since.
    pub at_most: u64,
    /// When it was last written to, as the number of that write.
    pub written: u64,
    /// Whether it is too large and all of it has one key.
    pub jumbo: bool,
}

impl Chunk {
    /// Whether a key is in it.
    pub(crate) fn holds(&self, key: &[u8]) -> bool {
        self.min.bytes.as_slice() <= key && key < self.max.bytes.as_slice()
    }
}
