//! Query planning: candidate plans, the choice between them, their execution and their explanation.
//!
//! A plan is a tree of [`PlanStage`]s, pulled one row at a time. Stages don't borrow the collection: it is
//! passed to every call. So a plan also serves as a cursor, which survives between `getMore`s while the
//! collection changes.
//!
//! Invariant: a bad choice of plan may cost time, but never changes an answer.

mod access;
mod cache;
mod candidate;
mod clustered;
mod completeness;
mod conjuncts;
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

/// A row on its way through a plan.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// The record it comes from.
    pub record: Option<RecordId>,
    /// The index key that led to it, when a later stage may need it.
    pub key: Option<IndexKey>,
    /// The document, when it differs from the record's.
    pub document: Option<Vec<u8>>,
    /// The encoded sort key, below a merge or above a sort.
    pub sort_key: Option<Vec<u8>>,
    /// The document's metadata.
    pub metadata: Option<Rc<Metadata>>,
}

/// An index entry's key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexKey {
    /// The order-preserving encoding of the values.
    pub bytes: Vec<u8>,
    /// The values' type bits, which the encoding lacks.
    pub type_bits: Vec<u8>,
}

impl Row {
    /// Returns the row's own document, or its record's.
    pub fn document<'a>(&'a self, collection: &'a Collection) -> Option<RawDoc<'a>> {
        match &self.document {
            Some(bytes) => Some(RawDoc::new(bytes)),
            None => collection.records().get(self.record?).map(RawDoc::new),
        }
    }
}

/// The result of pulling a row.
#[derive(Clone, Debug)]
pub enum Step<R = Row> {
    /// A row, or a substitute for one.
    Row(R),
    /// No row yet, although some work was done. Lets a trial end.
    NeedTime,
    /// No more rows.
    Done,
}

/// The context of plan execution.
pub struct PlanExecution<'a> {
    /// The collection read from.
    pub collection: &'a Collection,
}

/// Counters that every stage maintains, shown by `explain("executionStats")`.
#[derive(Clone, Copy, Debug, Default)]
pub struct CommonStats {
    /// Units of work done.
    pub works: u64,
    /// Rows returned.
    pub advanced: u64,
    /// Units of work without a row.
    pub need_time: u64,
    /// Whether the stage is exhausted.
    pub is_eof: bool,
}

impl CommonStats {
    /// Counts one step.
    pub fn count<R>(&mut self, step: &Step<R>) {
        self.works += 1;
        match step {
            Step::Row(_) => self.advanced += 1,
            Step::NeedTime => self.need_time += 1,
            Step::Done => self.is_eof = true,
        }
    }

    /// Counts rows, and the documents examined for them.
    pub fn count_rows(&mut self, rows: u64, examined: u64) {
        self.works += examined;
        self.advanced += rows;
        self.need_time += examined.saturating_sub(rows);
    }

    /// Counts documents or keys that were examined but yielded no row.
    pub fn count_skipped(&mut self, count: u64) {
        self.works += count;
        self.need_time += count;
    }
}

/// The work of a plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Examined {
    /// Index entries examined.
    pub keys: u64,
    /// Documents examined.
    pub documents: u64,
    /// The size of those documents in bytes.
    pub bytes: u64,
    /// Positions at which a read began: a document by its record id, a range of an index, a scan.
    pub seeks: u64,
    /// Comparisons of sort keys.
    pub comparisons: u64,
}

impl Examined {
    /// Estimates the comparisons of a sort of `rows` rows that keeps `kept`: per row, half the depth of a
    /// tree of the rows kept.
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

/// Reduces a row to its record. A row without a record becomes `NeedTime`.
#[inline(never)]
fn record_of(step: Step) -> Step<RecordId> {
    match step {
        Step::Row(row) => row.record.map_or(Step::NeedTime, Step::Row),
        Step::NeedTime => Step::NeedTime,
        Step::Done => Step::Done,
    }
}

/// A node of a plan.
pub trait PlanStage {
    /// Returns the next row.
    ///
    /// # Errors
    /// Errors of a filter or an expression.
    fn next(&mut self, execution: &mut PlanExecution<'_>) -> Result<Step>;

    /// Whether rows are unchanged records, so that [`Self::next_records`] yields them.
    fn yields_records(&self) -> bool {
        false
    }

    /// Whether each batch of [`Self::next_records`] is in ascending record order.
    fn records_ascend(&self) -> bool {
        false
    }

    /// Returns the next row's record if rows are unchanged records. Cheaper than [`Self::next`].
    ///
    /// # Errors
    /// As [`Self::next`].
    fn next_record(&mut self, execution: &mut PlanExecution<'_>) -> Result<Step<RecordId>> {
        self.next(execution).map(record_of)
    }

    /// Appends the records of the next rows, possibly none. Returns false at the end, without appending.
    ///
    /// # Errors
    /// As [`Self::next`].
    fn next_records(&mut self, _execution: &mut PlanExecution<'_>, _out: &mut Vec<RecordId>) -> Result<bool> {
        Ok(false)
    }

    /// Passes the documents of the next rows to the consumer until it has enough. Returns whether the end
    /// is reached; `None`, with nothing read, if the stage can only read row by row.
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

    /// Skips `amount` rows before fetching their documents. Returns false if the stage cannot.
    fn skip_before_fetching(&mut self, _amount: u64) -> bool {
        false
    }

    /// The stage's name in explain: `COLLSCAN`, `IXSCAN` …
    fn name(&self) -> &'static str;

    /// Returns the counters.
    fn stats(&self) -> CommonStats;

    /// Returns the work of this stage alone.
    fn examined(&self) -> Examined {
        Examined::default()
    }

    /// Returns the stages that it pulls from.
    fn inputs(&self) -> Vec<&dyn PlanStage> {
        Vec::new()
    }

    /// Returns the last record that a scan examined, from which it can resume.
    fn last_seen(&self) -> Option<RecordId> {
        self.inputs().into_iter().find_map(|input| input.last_seen())
    }

    /// Whether the underlying scan has ended.
    fn scanned_all(&self) -> bool {
        match self.inputs().first() {
            Some(input) => input.scanned_all(),
            None => self.stats().is_eof,
        }
    }

    /// Writes the stage's part of explain's plan: filter, bounds, patterns.
    fn describe(&self, _out: &mut DocBuilder) {}

    /// Writes further counters for `executionStats`.
    fn describe_stats(&self, _out: &mut DocBuilder) {}

    /// Appends the stage's part of the `planSummary`: `IXSCAN { a: 1 }`.
    fn summary(&self, out: &mut Vec<String>) {
        for input in self.inputs() {
            input.summary(out);
        }
    }

    /// Appends the names of the indexes used.
    fn indexes_used(&self, out: &mut Vec<String>) {
        for input in self.inputs() {
            input.indexes_used(out);
        }
    }
}

opaque_debug!(PlanStage);

/// Returns the work of a whole plan.
pub fn total_examined(stage: &dyn PlanStage) -> Examined {
    stage.inputs().into_iter().map(total_examined).fold(stage.examined(), |a, b| a + b)
}
