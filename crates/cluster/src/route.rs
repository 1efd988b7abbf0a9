//! Routing: the shards that a filter targets
//! (<https://www.mongodb.com/docs/manual/core/sharded-cluster-query-router/>).

use engine::value::{RawDoc, sort};
use engine::{Error, plan};

use crate::cluster::Cluster;
use crate::config::Sharded;

impl Cluster {
    /// Returns the shards that may have matches of a filter, ascending; at least one.
    ///
    /// # Errors
    /// Errors of the filter.
    pub(crate) fn targets(
        &self,
        (database, name): (&str, &str),
        sharded: &Sharded,
        filter: RawDoc<'_>,
        collation: Option<RawDoc<'_>>,
        variables: Option<RawDoc<'_>>,
    ) -> Result<Vec<usize>, Error> {
        let all = sharded.shards();
        let Some(shard) = all.first().and_then(|&first| self.shards.get(first)) else {
            return Ok(all);
        };
        let index = &sharded.key.index;
        let ranges = shard.key_ranges((database, name), index, filter, collation, variables)?;
        let meets = |range: &plan::IndexBounds, chunk: &crate::chunk::Chunk| {
            range.meets(&chunk.min.bytes, &chunk.max.bytes)
        };
        let chunks = sharded.chunks.iter();
        let wanted = chunks.filter(|chunk| ranges.iter().any(|range| meets(range, chunk)));
        let mut shards: Vec<_> = wanted.map(|chunk| chunk.shard).collect();
        sort(&mut shards);
        shards.dedup();
        if shards.is_empty() {
            // Nothing can match; one shard returns the empty result.
            shards.extend(all.first());
        }
        Ok(shards)
    }
}
