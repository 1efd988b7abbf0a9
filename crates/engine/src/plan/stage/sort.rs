//! `SORT`: sorts all rows of the input in memory.

use std::collections::BinaryHeap;

use crate::collection::{Collection, RecordId};
use crate::error::Result;
use crate::held_memory::{HeldMemory, MEMORY_LIMIT, of_sort};
use crate::plan::sort_key::{LeadingRanks, Rank};
use crate::plan::{CommonStats, Examined, Limits, PlanStage, Progress, Row, RowBatch, SortPattern};
use crate::value::{DocBuilder, in_order_of_keys};

/// The number of rows pulled at once.
const BATCH: usize = 4096;

/// The `SORT` stage. With a limit only the first rows are kept.
#[derive(Debug)]
pub struct Sort {
    input: Box<dyn PlanStage>,
    pattern: SortPattern,
    limit: Option<u64>,
    state: State,
    /// The records' ranks by columns, when few rows are kept.
    ranks: Option<LeadingRanks>,
    /// The rows being loaded.
    batch: RowBatch,
    sorted: u64,
    memory: HeldMemory,
    stats: CommonStats,
}

#[derive(Debug)]
enum State {
    /// Collecting all rows, unsorted.
    All(Vec<Item>),
    /// Collecting the first rows; the greatest is on top, to be dropped.
    Best(BinaryHeap<Item>),
    Giving(std::vec::IntoIter<Item>),
}

#[derive(Debug)]
struct Item {
    key: Vec<u8>,
    /// Ties keep input order.
    order: u64,
    bytes: usize,
    row: Row,
    /// The row's rank by columns.
    rank: Option<Rank>,
}

impl PartialEq for Item {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Item {}

impl PartialOrd for Item {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Item {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.key.cmp(&other.key).then(self.order.cmp(&other.order))
    }
}

impl Sort {
    /// Sorts the rows of `input`, and keeps the first `limit` of them.
    pub fn new(input: Box<dyn PlanStage>, pattern: SortPattern, limit: Option<u64>) -> Self {
        Sort {
            input,
            pattern,
            limit,
            state: match limit {
                Some(_) => State::Best(BinaryHeap::new()),
                None => State::All(Vec::new()),
            },
            ranks: None,
            batch: RowBatch::default(),
            sorted: 0,
            memory: HeldMemory::default(),
            stats: CommonStats::default(),
        }
    }

    /// Allows the sort to exceed the memory limit, as one that spills to disk.
    pub fn allowing_disk_use(mut self, allowed: bool) -> Self {
        self.memory = HeldMemory::spilling(allowed);
        self
    }

    fn load(&mut self, row: Row, rank: Option<Rank>, collection: &Collection) -> Result<()> {
        let Some(doc) = row.document(collection) else { return Ok(()) };
        let key = self.pattern.row_key(doc, row.payload.metadata.as_deref())?;
        let bytes = key.len() + doc.as_bytes().len();
        let order = self.sorted;
        self.sorted += 1;
        if let State::Best(heap) = &mut self.state
            && self.limit.is_some_and(|limit| heap.len() as u64 >= limit)
        {
            if heap.peek().is_none_or(|greatest| greatest.key <= key) {
                return Ok(());
            }
            self.memory.release(heap.pop().map_or(0, |dropped| dropped.bytes));
        }
        self.memory.set(self.memory.used() + bytes, of_sort)?;
        let item = Item { key, order, bytes, row, rank };
        match &mut self.state {
            State::All(items) => items.push(item),
            State::Best(heap) => heap.push(item),
            State::Giving(_) => {}
        }
        Ok(())
    }

    /// Loads the next rows of the input, and sorts them at the end.
    fn load_next(&mut self, collection: &Collection, limits: Limits) -> Result<Progress> {
        let mut batch = std::mem::take(&mut self.batch);
        let progress = self.input.work(collection, Limits { rows: BATCH, ..limits }, &mut batch)?;
        self.load_batch(&mut batch, collection)?;
        batch.clear();
        self.batch = batch;
        if progress.is_eof {
            let items = match std::mem::replace(&mut self.state, State::All(Vec::new())) {
                State::All(items) => in_order_of_keys(items, |item| &item.key),
                State::Best(heap) => heap.into_sorted_vec(),
                State::Giving(items) => items.collect(),
            };
            self.state = State::Giving(items.into_iter());
        }
        Ok(Progress { rows: 0, is_eof: false, ..progress })
    }

    /// Loads rows. Once `limit` rows are kept, most documents aren't read.
    fn load_batch(&mut self, batch: &mut RowBatch, collection: &Collection) -> Result<()> {
        if self.input.yields_records() {
            self.bind(collection);
        }
        let ranks = self.ranks.take();
        // Only the records of a forward scan have ranks here, and those ascend.
        let ascending = ranks.is_some();
        debug_assert!(!ascending || batch.records().is_sorted());
        let mut at = 0;
        while at < batch.len() {
            if let (Some(ranks), Some(last)) = (&ranks, self.last_rank()) {
                let behind = ranks.behind(&batch.records()[at..], ascending, last);
                self.sorted += behind as u64;
                at += behind;
            }
            let Some(row) = batch.take(at) else { break };
            let rank = ranks.as_ref().and_then(|ranks| ranks.of(row.record));
            self.load(row, rank, collection)?;
            at += 1;
        }
        self.ranks = ranks;
        Ok(())
    }

    /// Binds to the current columns of the sorted fields.
    fn bind(&mut self, collection: &Collection) {
        let version = collection.version();
        if self.limit.is_some() && self.ranks.as_ref().is_none_or(|ranks| ranks.version() != version) {
            self.ranks = LeadingRanks::new(&self.pattern, collection);
        }
    }

    /// Returns the rank of the last kept row, if `limit` rows are kept: rows after it are discarded.
    fn last_rank(&self) -> Option<Rank> {
        let State::Best(heap) = &self.state else { return None };
        let full = self.limit.is_some_and(|limit| heap.len() as u64 >= limit);
        if full { heap.peek()?.rank } else { None }
    }
}

impl PlanStage for Sort {
    fn work(&mut self, collection: &Collection, limits: Limits, out: &mut RowBatch) -> Result<Progress> {
        let State::Giving(items) = &mut self.state else {
            let progress = self.load_next(collection, limits)?;
            return Ok(self.stats.count(progress));
        };
        let given = out.len();
        for Item { row, .. } in items.by_ref().take(limits.most()) {
            out.push_row(row);
        }
        Ok(self.stats.count(Progress::of_rows(out.len() - given)))
    }

    fn yields_records(&self) -> bool {
        self.input.yields_records()
    }

    fn name(&self) -> &'static str {
        "SORT"
    }

    fn stats(&self) -> CommonStats {
        self.stats
    }

    fn examined(&self) -> Examined {
        Examined::sorting(self.sorted, self.limit)
    }

    /// Returns `None`: a sort holds all rows that it returns, so it can't resume from a record.
    fn last_seen(&self) -> Option<RecordId> {
        None
    }

    fn inputs(&self) -> Vec<&dyn PlanStage> {
        vec![&*self.input]
    }

    fn describe(&self, out: &mut DocBuilder) {
        out.append_doc("sortPattern", self.pattern.document());
        out.append_count("memLimit", MEMORY_LIMIT as u64);
        if let Some(limit) = self.limit {
            out.append_count("limitAmount", limit);
        }
        out.append_str("type", "simple");
    }

    fn describe_stats(&self, out: &mut DocBuilder) {
        self.memory.describe(out);
    }
}
