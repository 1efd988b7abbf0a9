//! A candidate plan, during its trial and while it runs.

use super::stage::Subplan;
use super::{Limits, PlanStage, Row, RowBatch};
use crate::collection::Collection;
use crate::error::Result;

/// A plan, and the rows that its trial has returned.
#[derive(Debug)]
pub struct Candidate {
    /// The plan.
    pub root: Box<dyn PlanStage>,
    /// Rows that the trial has found, or the last row returned.
    pub(super) buffered: RowBatch,
    /// The number of buffered rows that are returned.
    pub(super) returned: usize,
    pub(super) blocking_sort: bool,
    pub(super) covered: bool,
    /// The score of its trial; 0 without one.
    pub score: f64,
    pub(super) done: bool,
    /// Whether its trial exceeded the memory limit.
    pub(super) failed: bool,
    /// The `planCacheKey` that explain shows.
    pub cache_key: u32,
    /// Whether the plan comes from the plan cache.
    pub is_cached: bool,
    /// Whether an index filter excluded other indexes.
    pub is_restricted: bool,
}

impl Candidate {
    /// Wraps a plan that has not run.
    pub fn of(root: Box<dyn PlanStage>) -> Self {
        Candidate {
            root,
            buffered: RowBatch::default(),
            returned: 0,
            blocking_sort: false,
            covered: false,
            score: 0.0,
            done: false,
            failed: false,
            cache_key: 0,
            is_cached: false,
            is_restricted: false,
        }
    }

    /// Marks the plan as one that reads no documents.
    pub(super) fn covered(self) -> Self {
        Candidate { covered: true, ..self }
    }

    /// Wraps the plan in a `SUBPLAN` stage: its query's `$or` branches were planned one by one.
    pub(super) fn under_subplan(self) -> Self {
        Candidate { root: Box::new(Subplan::new(self.root)), ..self }
    }

    /// Allows the plan to continue after its end, for a tailable cursor.
    pub fn reopen(&mut self) {
        self.done = false;
    }

    /// Returns the next row; `None` at the end.
    ///
    /// # Errors
    /// Errors of the stages.
    pub fn next(&mut self, collection: &Collection) -> Result<Option<Row>> {
        while self.returned == self.buffered.len() && !self.done {
            self.buffered.clear();
            self.returned = 0;
            self.done = self.root.work(collection, Limits::rows(1), &mut self.buffered)?.is_eof;
        }
        let row = self.buffered.take(self.returned);
        self.returned += usize::from(row.is_some());
        Ok(row)
    }

    /// Appends at most `rows` next rows, possibly none. Returns false at the end.
    ///
    /// # Errors
    /// Errors of the stages.
    pub fn next_batch(&mut self, collection: &Collection, rows: usize, out: &mut RowBatch) -> Result<bool> {
        let most = out.len().saturating_add(rows);
        while out.len() < most
            && let Some(row) = self.buffered.take(self.returned)
        {
            out.push_row(row);
            self.returned += 1;
        }
        if out.len() < most && !self.done {
            self.done = self.root.work(collection, Limits::rows(most - out.len()), out)?.is_eof;
        }
        Ok(!self.done || self.returned < self.buffered.len())
    }

    /// Whether rows are unchanged records, and a scan of the whole collection or a list finds them.
    pub fn yields_records(&self) -> bool {
        self.root.yields_records() && self.returned == self.buffered.len()
    }

    /// Whether it is certain, without a search, that no row is left.
    pub fn is_finished(&self) -> bool {
        self.returned == self.buffered.len() && (self.done || self.root.stats().is_eof)
    }

    /// Whether the plan fetches no document.
    pub fn is_covered(&self) -> bool {
        self.covered
    }

    /// Whether the plan sorts in memory.
    pub fn sorts_in_memory(&self) -> bool {
        self.blocking_sort
    }
}
