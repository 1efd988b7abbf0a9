//! Query planning: candidate plans, the choice between them, their execution and their explanation.
//!
//! A plan is a tree of [`PlanStage`]s that pull batches of rows from each other. Stages don't borrow the
//! collection: it is passed to every call. So a plan also serves as a cursor, which survives between
//! `getMore`s while the collection changes.
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
mod row;
mod sort_key;
pub mod stage;
mod targeting;
mod text;
mod trial;
mod usable_condition;
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
pub use row::{IndexKey, Payload, Row, RowBatch};
pub use sort_key::{SortField, SortPattern};
pub use targeting::key_ranges;
pub use trial::trial_of;

pub use crate::aggregate::metadata::{Meta, Metadata};
use crate::collection::{Collection, RecordId};
use crate::error::Result;
use crate::value::DocBuilder;

/// The limits of one pull.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The maximum number of rows, at least 1.
    pub rows: usize,
    /// The maximum number of units of work, at least 1.
    pub works: u64,
}

impl Limits {
    /// One unit of work, as a trial does.
    pub const STEP: Limits = Limits { rows: 1, works: 1 };

    /// A number of rows, with any amount of work.
    pub const fn rows(rows: usize) -> Self {
        Limits { rows, works: u64::MAX }
    }

    /// Returns the maximum number of rows if each takes one unit of work.
    pub fn most(self) -> usize {
        self.rows.min(usize::try_from(self.works).unwrap_or(usize::MAX))
    }
}

/// The result of one pull.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Units of work done: a document or key examined, a row returned, the end found.
    pub works: u64,
    /// Rows returned.
    pub rows: u64,
    /// Whether no rows are left.
    pub is_eof: bool,
}

impl Progress {
    /// One unit of work that found a row.
    pub const ROW: Progress = Progress { works: 1, rows: 1, is_eof: false };
    /// One unit of work without a row.
    pub const NEED_TIME: Progress = Progress { works: 1, rows: 0, is_eof: false };
    /// One unit of work that found the end.
    pub const EOF: Progress = Progress { works: 1, rows: 0, is_eof: true };

    /// Returns the work of rows that took one unit each; at the end there are none.
    pub fn of_rows(rows: usize) -> Self {
        if rows == 0 {
            Progress::EOF
        } else {
            Progress { works: rows as u64, rows: rows as u64, is_eof: false }
        }
    }

    /// Returns the same work with another number of rows.
    pub fn with_rows(self, rows: usize) -> Self {
        Progress { rows: rows as u64, ..self }
    }
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
    /// Adds a pull, and returns it.
    pub fn count(&mut self, progress: Progress) -> Progress {
        let Progress { works, rows, is_eof } = progress;
        self.works += works;
        self.advanced += rows;
        self.need_time += works.saturating_sub(rows + u64::from(is_eof));
        self.is_eof |= is_eof;
        progress
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

/// A node of a plan.
pub trait PlanStage {
    /// Appends the next rows to a batch, and returns the work done. May return before a limit is reached.
    ///
    /// The counters grow by the same amounts, however the limits cut the work. No document and no key is
    /// examined that isn't needed for the number of rows.
    ///
    /// # Errors
    /// Errors of a filter or an expression.
    fn work(&mut self, collection: &Collection, limits: Limits, out: &mut RowBatch) -> Result<Progress>;

    /// Whether the rows are unchanged records of a scan or a list, so that columns can stand in for documents.
    fn yields_records(&self) -> bool {
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

    /// Returns the stages that this one pulls from.
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
