//! `SORT`: sorts all rows of the input in memory.

use std::collections::BinaryHeap;

use crate::collection::{Collection, RecordId};
use crate::error::Result;
use crate::held_memory::{HeldMemory, MEMORY_LIMIT, of_sort};
use crate::plan::sort_key::{LeadingRanks, Rank};
use crate::plan::{CommonStats, Examined, PlanExecution, PlanStage, Row, SortPattern, Step};
use crate::value::{DocBuilder, in_order_of_keys};

/// The number of records returned at once.
const BATCH: usize = 4096;

/// See the module. With a limit only the first rows are kept.
#[derive(Debug)]
pub struct Sort {
    input: Box<dyn PlanStage>,
    pattern: SortPattern,
    limit: Option<u64>,
    state: State,
    /// The records' ranks by columns, when few rows are kept.
    ranks: Option<LeadingRanks>,
    records: Vec<RecordId>,
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
            records: Vec::new(),
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

    fn load(&mut self, row: Row, rank: Option<Rank>, execution: &PlanExecution<'_>) -> Result<()> {
        let Some(doc) = row.document(execution.collection) else { return Ok(()) };
        let key = self.pattern.row_key(doc, row.metadata.as_deref())?;
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

    /// Loads the next rows of the input. Returns false at the end, when all rows are sorted.
    fn load_next(&mut self, execution: &mut PlanExecution<'_>) -> Result<bool> {
        let before = self.sorted;
        let more = if self.input.yields_records() {
            self.load_records(execution)?
        } else {
            match self.input.next(execution)? {
                Step::Row(row) => {
                    self.load(row, None, execution)?;
                    true
                }
                Step::NeedTime => true,
                Step::Done => false,
            }
        };
        self.stats.count_skipped((self.sorted - before).max(1));
        if more {
            return Ok(true);
        }
        let items = match std::mem::replace(&mut self.state, State::All(Vec::new())) {
            State::All(items) => in_order_of_keys(items, |item| &item.key),
            State::Best(heap) => heap.into_sorted_vec(),
            State::Giving(items) => items.collect(),
        };
        self.state = State::Giving(items.into_iter());
        Ok(false)
    }

    /// Loads the next records. Once `limit` rows are kept, most documents aren't read. Returns false at the
    /// end.
    fn load_records(&mut self, execution: &mut PlanExecution<'_>) -> Result<bool> {
        let mut records = std::mem::take(&mut self.records);
        let more = self.input.next_records(execution, &mut records)?;
        self.bind(execution.collection);
        let ascending = self.input.records_ascend();
        let ranks = self.ranks.take();
        let mut rest = &records[..];
        while !rest.is_empty() {
            if let (Some(ranks), Some(last)) = (&ranks, self.last_rank()) {
                let behind = ranks.behind(rest, ascending, last);
                self.sorted += behind as u64;
                rest = &rest[behind..];
            }
            let Some((&record, others)) = rest.split_first() else { break };
            let rank = ranks.as_ref().and_then(|ranks| ranks.of(record));
            self.load(Row { record: Some(record), ..Row::default() }, rank, execution)?;
            rest = others;
        }
        self.ranks = ranks;
        records.clear();
        self.records = records;
        Ok(more)
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
    fn next(&mut self, execution: &mut PlanExecution<'_>) -> Result<Step> {
        let State::Giving(items) = &mut self.state else {
            self.load_next(execution)?;
            return Ok(Step::NeedTime);
        };
        let step = match items.next() {
            Some(item) => Step::Row(Row { sort_key: Some(item.key), ..item.row }),
            None => Step::Done,
        };
        self.stats.count(&step);
        Ok(step)
    }

    fn yields_records(&self) -> bool {
        self.input.yields_records()
    }

    fn next_records(&mut self, execution: &mut PlanExecution<'_>, out: &mut Vec<RecordId>) -> Result<bool> {
        let State::Giving(items) = &mut self.state else {
            self.load_next(execution)?;
            return Ok(true);
        };
        let given = out.len();
        out.extend(items.by_ref().take(BATCH).filter_map(|item| item.row.record));
        let given = (out.len() - given) as u64;
        if given == 0 {
            self.stats.count(&Step::<Row>::Done);
        }
        self.stats.count_rows(given, given);
        Ok(given > 0)
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

    /// The sort holds all rows that it returns, so it can't resume from a record.
    fn last_seen(&self) -> Option<crate::collection::RecordId> {
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
