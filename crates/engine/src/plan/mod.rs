//! How a query reaches its documents: candidate plans, their choice, their
//! execution and their explanation.
//!
//! A plan is a tree of [`PlanStage`]s pulled one row at a time. Stages hold no
//! borrow of the collection (it is passed to every call), so a plan is also a
//! cursor that survives between `getMore`s while the collection changes.
//!
//! Invariant: the choice of a plan may cost time, never change an answer.

mod access;
mod cache;
mod candidate;
mod clustered;
mod completeness;
mod direction;
mod distinct;
mod element_match;
mod explain;
mod express;
mod geo;
mod index_bounds;
mod key_range;
mod or;
mod plan_cache_shape;
mod planner;
mod point;
mod query_shape;
mod request;
mod sort_key;
pub mod stage;
mod targeting;
mod text;
mod trial;
mod wildcard;

pub use candidate::Candidate;
pub use direction::Direction;
pub use distinct::{OnePerGroup, distinct_plan, one_per_group};
pub use explain::{Verbosity, explain_plan, explain_stages, explain_totals, winning_summary};
pub use express::only_condition;
pub use geo::check_search;
pub use index_bounds::{FieldBounds, IndexBounds, KeyRange};
pub use plan_cache_shape::PlanCacheShape;
pub use planner::{candidates, choose, choose_anew, planning_failed};
pub use point::{LookupPurpose, PointLookup, is_plain, key_decides, only_index};
pub use query_shape::query_shape_hash;
pub use request::{Hint, PlanRequest};
pub use sort_key::{SortField, SortPattern};
pub use targeting::key_ranges;
pub use trial::trial_of;

use std::rc::Rc;

pub use crate::aggregate::metadata::{Meta, Metadata};
use crate::collection::{Collection, RecordId};
use crate::error::Result;
use crate::value::{DocBuilder, RawDoc};

/// One result on its way through a plan.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// The record it comes from.
    pub record: Option<RecordId>,
    /// The index key it was found by, when a stage above may need it.
    pub key: Option<IndexKey>,
    /// The document, when it is not simply the record's.
    pub document: Option<Vec<u8>>,
    /// The encoded sort key, below a merge or above a sort.
    pub sort_key: Option<Vec<u8>>,
    /// The document's metadata.
    pub metadata: Option<Rc<Metadata>>,
}

/// An index entry's key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexKey {
    /// Order-preserving bytes.
    pub bytes: Vec<u8>,
    /// The type bits that the keys do not contain.
    pub type_bits: Vec<u8>,
}

impl Row {
    /// The row's document: its own, or its record's.
    pub fn document<'a>(&'a self, collection: &'a Collection) -> Option<RawDoc<'a>> {
        match &self.document {
            Some(bytes) => Some(RawDoc::new(bytes)),
            None => collection.records().get(self.record?).map(RawDoc::new),
        }
    }
}

/// The result of a request for the next row.
#[derive(Clone, Debug)]
pub enum Step<R = Row> {
    /// A row, or what stands for one.
    Row(R),
    /// Nothing yet: some work was done without a result. Lets a trial run end.
    NeedTime,
    /// No more rows.
    Done,
}

/// What execution needs besides the plan.
pub struct PlanExecution<'a> {
    /// The collection read from.
    pub collection: &'a Collection,
}

/// Counters every stage keeps, shown by `explain("executionStats")`.
#[derive(Clone, Copy, Debug, Default)]
pub struct CommonStats {
    /// Units of work done.
    pub works: u64,
    /// Rows given.
    pub advanced: u64,
    /// Units of work without a row.
    pub need_time: u64,
    /// Whether the stage is exhausted.
    pub is_eof: bool,
}

impl CommonStats {
    /// Counts one answer.
    pub fn count<R>(&mut self, step: &Step<R>) {
        self.works += 1;
        match step {
            Step::Row(_) => self.advanced += 1,
            Step::NeedTime => self.need_time += 1,
            Step::Done => self.is_eof = true,
        }
    }

    /// Counts many rows at once, and the documents examined for them.
    pub fn gave(&mut self, rows: u64, examined: u64) {
        self.works += examined;
        self.advanced += rows;
        self.need_time += examined.saturating_sub(rows);
    }

    /// Counts documents or keys that were examined without giving a row.
    pub fn skipped(&mut self, count: u64) {
        self.works += count;
        self.need_time += count;
    }
}

/// The work of a plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Examined {
    /// Index entries.
    pub keys: u64,
    /// Documents.
    pub documents: u64,
    /// Bytes of those documents.
    pub bytes: u64,
    /// Places in a file at which reading began: a document by its record id, a range of an index, a scan.
    pub seeks: u64,
    /// Comparisons of sort keys.
    pub comparisons: u64,
}

impl Examined {
    /// The comparisons of a sort of `rows` rows that keeps `kept`: each row with half the depth of a tree of those.
    pub fn sorting(rows: u64, kept: Option<u64>) -> Examined {
        let kept = kept.unwrap_or(rows).clamp(1, rows.max(1));
        Examined { comparisons: rows * u64::from(kept.ilog2().max(1)), ..Examined::default() }
    }
}

impl std::ops::Add for Examined {
    type Output = Examined;
    fn add(self, other: Examined) -> Examined {
        Examined {
            keys: self.keys + other.keys,
            documents: self.documents + other.documents,
            bytes: self.bytes + other.bytes,
            seeks: self.seeks + other.seeks,
            comparisons: self.comparisons + other.comparisons,
        }
    }
}

/// The record of a row; a row without a record is skipped.
#[inline(never)]
fn record_of(step: Step) -> Step<RecordId> {
    match step {
        Step::Row(row) => row.record.map_or(Step::NeedTime, Step::Row),
        Step::NeedTime => Step::NeedTime,
        Step::Done => Step::Done,
    }
}

/// One node of a plan.
pub trait PlanStage {
    /// The next row.
    ///
    /// # Errors
    /// Errors of a filter or an expression.
    fn next(&mut self, execution: &mut PlanExecution<'_>) -> Result<Step>;

    /// Whether rows are records and nothing else, so that [`Self::next_records`] gives them.
    fn gives_records(&self) -> bool {
        false
    }

    /// Whether the records that [`Self::next_records`] gives at once come by ascending id.
    fn records_ascend(&self) -> bool {
        false
    }

    /// The record of the next row, where rows are nothing else: less is moved about than by [`Self::next`].
    ///
    /// # Errors
    /// As [`Self::next`].
    fn next_record(&mut self, execution: &mut PlanExecution<'_>) -> Result<Step<RecordId>> {
        self.next(execution).map(record_of)
    }

    /// Appends the records of the next rows, maybe none; false at the end, when there are none.
    ///
    /// # Errors
    /// As [`Self::next`].
    fn next_records(&mut self, _execution: &mut PlanExecution<'_>, _out: &mut Vec<RecordId>) -> Result<bool> {
        Ok(false)
    }

    /// Gives the documents of the next rows until no more are wanted; whether there are no more. `None`, with nothing
    /// read, from stages that have no better way than one row at a time.
    ///
    /// # Errors
    /// Those of [`Self::next`] and of the consumer.
    fn each_document(
        &mut self,
        _execution: &mut PlanExecution<'_>,
        _take: &mut dyn FnMut(RawDoc<'_>) -> Result<bool>,
    ) -> Result<Option<bool>> {
        Ok(None)
    }

    /// Skips so many rows before it fetches their documents; returns whether it does.
    fn skip_before_fetching(&mut self, _amount: u64) -> bool {
        false
    }

    /// The name explain gives it: `COLLSCAN`, `IXSCAN` …
    fn name(&self) -> &'static str;

    /// Counters.
    fn stats(&self) -> CommonStats;

    /// The work of this stage alone.
    fn examined(&self) -> Examined {
        Examined::default()
    }

    /// The stages it pulls from.
    fn inputs(&self) -> Vec<&dyn PlanStage> {
        Vec::new()
    }

    /// The record that a scan has looked at last, from which it goes on.
    fn last_seen(&self) -> Option<RecordId> {
        self.inputs().into_iter().find_map(|input| input.last_seen())
    }

    /// Whether the scan that everything comes from has ended.
    fn scanned_all(&self) -> bool {
        match self.inputs().first() {
            Some(input) => input.scanned_all(),
            None => self.stats().is_eof,
        }
    }

    /// Writes what explain shows of the plan: filter, bounds, patterns.
    fn describe(&self, _out: &mut DocBuilder) {}

    /// Writes further counters for `executionStats`.
    fn describe_stats(&self, _out: &mut DocBuilder) {}

    /// The part of the `planSummary` text: `IXSCAN { a: 1 }`.
    fn summary(&self, out: &mut Vec<String>) {
        for input in self.inputs() {
            input.summary(out);
        }
    }

    /// The indexes it reads.
    fn indexes_used(&self, out: &mut Vec<String>) {
        for input in self.inputs() {
            input.indexes_used(out);
        }
    }
}

opaque_debug!(PlanStage);

/// The work of a whole plan.
pub fn total_examined(stage: &dyn PlanStage) -> Examined {
    stage.inputs().into_iter().map(total_examined).fold(stage.examined(), |a, b| a + b)
}
