//! The balancer, which equalizes the numbers of chunks
//! (<https://www.mongodb.com/docs/manual/core/sharding-balancer-administration/>).

use engine::value::DocBuilder;

use crate::cluster::Cluster;
use crate::config::parts;
use crate::reply::{insertion, removal};

impl Cluster {
    /// Moves chunks of a collection until no two shards differ by two or more chunks. The chunk whose last
    /// write is oldest moves first.
    pub(crate) fn balance(&mut self, namespace: &str) {
        while let Some((at, to)) = self.next_move(namespace) {
            self.move_chunk(namespace, at, to);
        }
    }

    fn next_move(&self, namespace: &str) -> Option<(usize, usize)> {
        if self.config.stopped {
            return None;
        }
        let sharded = self.config.collections.get(namespace).filter(|sharded| !sharded.unbalanced)?;
        let mut counts = vec![0_usize; self.shards.len()];
        for chunk in &sharded.chunks {
            counts[chunk.shard] += 1;
        }
        let to = (0..counts.len()).min_by_key(|&shard| counts[shard])?;
        let from = (0..counts.len()).rev().max_by_key(|&shard| counts[shard])?;
        if counts[from] < counts[to] + 2 {
            return None;
        }
        let movable = sharded.chunks.iter().enumerate();
        let movable = movable.filter(|(_, chunk)| chunk.shard == from && !chunk.jumbo);
        movable.min_by_key(|(_, chunk)| chunk.written).map(|(at, _)| (at, to))
    }

    /// Moves a chunk with its documents to another shard.
    pub(crate) fn move_chunk(&mut self, namespace: &str, at: usize, to: usize) {
        let Some(sharded) = self.config.collections.get(namespace).cloned() else { return };
        let chunk = &sharded.chunks[at];
        let from = chunk.shard;
        let (database, name) = parts(namespace);
        let held = self.keyed(from, namespace, &sharded).filter(|(key, _)| chunk.holds(&key.bytes));
        let moved: Vec<_> = held.map(|(_, doc)| doc.as_bytes().to_vec()).collect();
        let mut rest = moved.as_slice();
        while !rest.is_empty() {
            let mut bytes = 0;
            let fits = rest.iter().take_while(|document| {
                bytes += document.len();
                bytes <= MAX_MOVE_BYTES
            });
            let (first, others) = rest.split_at(fits.count().max(1));
            self.run_unmetered(to, &insertion((database, name), first));
            self.run_unmetered(from, &removal((database, name), first));
            rest = others;
        }
        let now = self.now();
        let names = [from, to].map(|shard| self.config.shards[shard].clone());
        if let Some(sharded) = self.sharded_mut(namespace) {
            sharded.chunks[at].shard = to;
        }
        let mut change = DocBuilder::new();
        change.append_str("what", "moveChunk.commit").append_str("ns", namespace).append_date("time", now);
        change.document("details", |details| {
            details.append_doc("min", chunk.min.doc()).append_doc("max", chunk.max.doc());
            details.append_str("from", &names[0]).append_str("to", &names[1]);
            details.document("counts", |counts| {
                counts.append_count("cloned", moved.len() as u64);
            });
        });
        self.config_mut().note_change(change.finish());
    }
}

/// The largest size in bytes of documents moved in one command, if they are several.
const MAX_MOVE_BYTES: usize = 8 * 1024 * 1024;
