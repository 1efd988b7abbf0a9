//! A candidate plan, during its trial and while it runs.

use std::collections::VecDeque;

use super::stage::Subplan;
use super::{PlanExecution, PlanStage, Row, Step};
use crate::collection::RecordId;
use crate::error::Result;
use crate::value::RawDoc;

/// A plan, and the rows that its trial has returned.
#[derive(Debug)]
pub struct Candidate {
    /// The plan.
    pub root: Box<dyn PlanStage>,
    pub(super) buffered: VecDeque<Row>,
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
            buffered: VecDeque::new(),
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
    pub fn next(&mut self, execution: &mut PlanExecution<'_>) -> Result<Option<Row>> {
        if let Some(row) = self.buffered.pop_front() {
            return Ok(Some(row));
        }
        while !self.done {
            match self.root.next(execution)? {
                Step::Row(row) => return Ok(Some(row)),
                Step::NeedTime => {}
                Step::Done => self.done = true,
            }
        }
        Ok(None)
    }

    /// Whether rows are unchanged records, so that [`Self::next_records`] may be called.
    pub fn yields_records(&self) -> bool {
        self.root.yields_records() && self.buffered.is_empty()
    }

    /// Returns the next record. Requires [`Self::yields_records`].
    ///
    /// # Errors
    /// Errors of the stages.
    pub fn next_record(&mut self, execution: &mut PlanExecution<'_>) -> Result<Option<RecordId>> {
        while !self.done {
            match self.root.next_record(execution)? {
                Step::Row(record) => return Ok(Some(record)),
                Step::NeedTime => {}
                Step::Done => self.done = true,
            }
        }
        Ok(None)
    }

    /// Appends the records of the next rows, possibly none. Returns false at the end.
    ///
    /// # Errors
    /// Errors of the stages.
    pub fn next_records(
        &mut self,
        execution: &mut PlanExecution<'_>,
        out: &mut Vec<RecordId>,
    ) -> Result<bool> {
        if !self.done {
            self.done = !self.root.next_records(execution, out)?;
        }
        Ok(!self.done)
    }

    /// Passes the documents of the next rows to the consumer until it has enough. Returns whether the end
    /// is reached. Requires [`Self::yields_records`].
    ///
    /// # Errors
    /// Errors of the stages and of the consumer.
    pub fn each_document(
        &mut self,
        execution: &mut PlanExecution<'_>,
        take: &mut dyn FnMut(RawDoc<'_>) -> Result<bool>,
    ) -> Result<bool> {
        if !self.done
            && let Some(done) = self.root.each_document(execution, take)?
        {
            self.done = done;
            return Ok(done);
        }
        while let Some(record) = self.next_record(execution)? {
            if let Some(document) = execution.collection.records().get(record)
                && !take(RawDoc::new(document))?
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether it is certain, without a search, that no row is left.
    pub fn is_finished(&self) -> bool {
        self.buffered.is_empty() && (self.done || self.root.stats().is_eof)
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
