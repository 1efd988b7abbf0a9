//! Splits of chunks (<https://www.mongodb.com/docs/manual/core/sharding-data-partitioning/>).

use engine::value::{DocBuilder, RawDoc, sort_by};

use crate::bounds::Bound;
use crate::chunk::Chunk;
use crate::cluster::Cluster;
use crate::config::{Sharded, parts};

impl Cluster {
    /// Ends a command: splits chunks that exceed the limit, then runs the balancer.
    pub(crate) fn settle(&mut self) {
        if !self.unsettled {
            return;
        }
        let limit = self.options.chunk_limit;
        let names: Vec<_> = self.config.collections.keys().cloned().collect();
        for namespace in names {
            let full = |chunk: &Chunk| chunk.at_most > limit && !chunk.jumbo;
            while let Some(at) = self
                .config
                .collections
                .get(&namespace)
                .and_then(|sharded| sharded.chunks.iter().position(full))
            {
                self.split_full(&namespace, at);
            }
            self.balance(&namespace);
        }
        self.unsettled = false;
    }

    /// Returns a collection's documents on a shard, with their keys.
    pub(crate) fn keyed<'a>(
        &'a self,
        shard: usize,
        namespace: &str,
        sharded: &'a Sharded,
    ) -> impl Iterator<Item = (Bound, RawDoc<'a>)> {
        let (database, name) = parts(namespace);
        let documents = self.shards.get(shard).map(|shard| shard.documents(database, name));
        documents.into_iter().flatten().filter_map(|doc| Some((sharded.key.of(doc).ok()?, doc)))
    }

    /// Returns the keys of all documents in a chunk, in order.
    pub(crate) fn keys_of(&self, namespace: &str, at: usize) -> Vec<Bound> {
        let Some(sharded) = self.config.collections.get(namespace) else { return Vec::new() };
        let Some(chunk) = sharded.chunks.get(at) else { return Vec::new() };
        let keys = self.keyed(chunk.shard, namespace, sharded).map(|(key, _)| key);
        let mut keys: Vec<_> = keys.filter(|key| chunk.holds(&key.bytes)).collect();
        sort_by(&mut keys, |one, other| one.bytes.cmp(&other.bytes));
        keys
    }

    /// Splits a chunk at its median key if it has too many documents.
    fn split_full(&mut self, namespace: &str, at: usize) {
        let keys = self.keys_of(namespace, at);
        let limit = self.options.chunk_limit;
        let middle = middle_of(&keys);
        let Some(chunk) = self.sharded_mut(namespace).and_then(|sharded| sharded.chunks.get_mut(at)) else {
            return;
        };
        chunk.at_most = keys.len() as u64;
        if chunk.at_most <= limit {
            return;
        }
        match middle {
            Some(middle) => self.split(namespace, at, middle, &keys),
            None => chunk.jumbo = true,
        }
    }

    /// Splits a chunk at a key inside it; `keys` are those of its documents.
    pub(crate) fn split(&mut self, namespace: &str, at: usize, middle: Bound, keys: &[Bound]) {
        let left = keys.partition_point(|key| key.bytes < middle.bytes) as u64;
        let now = self.now();
        let Some(sharded) = self.sharded_mut(namespace) else { return };
        let whole = sharded.chunks[at].clone();
        // Both halves keep the sequence number of the last write.
        let (min, max) = (whole.min.document.clone(), whole.max.document.clone());
        let below = Chunk { max: middle.clone(), at_most: left, jumbo: false, ..whole.clone() };
        let above = Chunk { min: middle.clone(), at_most: keys.len() as u64 - left, jumbo: false, ..whole };
        sharded.chunks.splice(at..=at, [below, above]);
        let mut change = DocBuilder::new();
        change.append_str("what", "split").append_str("ns", namespace).append_date("time", now);
        change.document("details", |details| {
            details.document("before", |before| {
                before.append_doc("min", RawDoc::new(&min)).append_doc("max", RawDoc::new(&max));
            });
            details.append_doc("middle", middle.doc());
        });
        self.config_mut().note_change(change.finish());
    }
}

/// Returns the first key of the second half; `None` when all keys are equal.
pub(crate) fn middle_of(keys: &[Bound]) -> Option<Bound> {
    let first = keys.first()?;
    let half = keys.get(keys.len() / 2)?;
    if half.bytes != first.bytes {
        // Documents with this key that are before the middle also go to the second half.
        return Some(half.clone());
    }
    keys.iter().find(|key| key.bytes != first.bytes).cloned()
}
