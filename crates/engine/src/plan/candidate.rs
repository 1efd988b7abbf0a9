//! A candidate plan, during its trial and while it runs.

use super::stage::Subplan;
use super::{Limits, Payload, PlanStage, Row, RowBatch};
use crate::collection::{Collection, RecordId};
use crate::error::Result;
use crate::value::RawDoc;

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
    /// The score of the plan's trial; 0 without one.
    pub score: f64,
    pub(super) done: bool,
    /// Whether the plan's trial exceeded the memory limit.
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
        let found = self.advance(collection, 1)?;
        Ok(if found { self.buffered.take(self.returned - 1) } else { None })
    }

    /// Moves on to the next row, which [`Self::current`] returns; false at the end. Reads up to `at_once` rows when
    /// none is buffered.
    ///
    /// # Errors
    /// Errors of the stages.
    #[inline]
    pub fn advance(&mut self, collection: &Collection, at_once: usize) -> Result<bool> {
        if self.returned == self.buffered.len() && !self.refill(collection, at_once)? {
            return Ok(false);
        }
        self.returned += 1;
        Ok(true)
    }

    /// Replaces the buffered rows, which were all returned, by up to `at_once` next rows. Returns false at the end.
    fn refill(&mut self, collection: &Collection, at_once: usize) -> Result<bool> {
        self.buffered.clear();
        self.returned = 0;
        while self.buffered.is_empty() && !self.done {
            self.done = self.root.work(collection, Limits::rows(at_once), &mut self.buffered)?.is_eof;
        }
        Ok(!self.buffered.is_empty())
    }

    /// Moves back before the current row, which is the next one again.
    pub fn step_back(&mut self) {
        self.returned = self.returned.saturating_sub(1);
    }

    /// Returns the record of the row that [`Self::advance`] moved to, and what the row carries beside it.
    #[inline]
    pub fn current(&self) -> Option<(RecordId, Option<&Payload>)> {
        self.buffered.get(self.returned.checked_sub(1)?)
    }

    /// Returns the document of the current row; `None` if its record was deleted.
    #[inline]
    pub fn current_document<'a>(&'a self, collection: &'a Collection) -> Option<RawDoc<'a>> {
        match self.current()? {
            (record, Some(payload)) => payload.document(record, collection),
            (record, None) => collection.records().get(record).map(RawDoc::new),
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collection::IndexSpec;
    use crate::plan::{Direction, Hint, PlanRequest, SortPattern, candidates, explain_stages};
    use crate::projection::Projection;
    use crate::query::{Filter, FilterContext};
    use crate::testing::doc;
    use crate::value::{DocBuilder, display_document};

    /// Returns a collection with gaps and indexes, large enough for columns.
    fn collection() -> Collection {
        let document = |at: u32| {
            let (a, b, c) = (at % 7, at * 37 % 101, at % 3);
            doc(&format!(r#"{{"_id": {at}, "a": {a}, "b": {b}, "c": [{c}, {b}], "text": "word{c} other"}}"#))
        };
        let mut collection = Collection::transient("test.c".to_owned(), (0..1500).map(document));
        for gap in (0..1500).filter(|at| at % 11 == 0 || (600..700).contains(at)) {
            collection.delete(gap).expect("a record");
        }
        for key in [r#"{"a": 1, "b": 1}"#, r#"{"b": 1}"#, r#"{"c": 1}"#, r#"{"text": "text"}"#] {
            let name = key.replace(['"', '{', '}', ':', ' '], "_");
            let spec = doc(&format!(r#"{{"key": {key}, "name": "{name}"}}"#));
            let spec = IndexSpec::parse(RawDoc::new(&spec)).expect("an index");
            collection.create_index(spec, 0).expect("no error");
        }
        collection
    }

    fn request(filter: &str) -> PlanRequest {
        let filter = doc(filter);
        let filter = Filter::parse(RawDoc::new(&filter), &FilterContext::default()).expect("a filter");
        PlanRequest::matching(filter.into())
    }

    fn requests() -> Vec<PlanRequest> {
        let sorted = |filter: &str, sort: &str| {
            let sort = SortPattern::parse(RawDoc::new(&doc(sort))).expect("a sort");
            PlanRequest { sort: Some(sort), ..request(filter) }
        };
        let projection = |spec: &str| {
            Projection::parse(RawDoc::new(&doc(spec)), None, &FilterContext::default()).expect("a projection")
        };
        let scan = |direction| Some(Hint::Natural(direction));
        let with_hint = |hint, request| PlanRequest { hint, ..request };
        vec![
            request("{}"),
            request(r#"{"d": {"$exists": false}, "$expr": {"$lt": ["$b", 50]}}"#),
            with_hint(scan(Direction::Forward), request(r#"{"a": 3, "b": {"$gt": 20}}"#)),
            with_hint(scan(Direction::Backward), request(r#"{"a": 3}"#)),
            request(r#"{"a": 3, "b": {"$gt": 20}, "c": 1}"#),
            request(r#"{"c": {"$in": [0, 2, 40]}, "a": {"$ne": 5}}"#),
            request(r#"{"$or": [{"a": 1}, {"b": {"$lt": 9}}, {"c": 2, "b": 4}]}"#),
            request(r#"{"$text": {"$search": "word1 other"}, "a": {"$gt": 2}}"#),
            sorted(r#"{"a": {"$in": [1, 4]}}"#, r#"{"b": 1}"#),
            sorted(r#"{"a": {"$gt": 1}}"#, r#"{"d": 1, "b": -1}"#),
            sorted("{}", r#"{"text": 1, "_id": -1}"#),
            PlanRequest { skip: 40, limit: Some(300), ..request(r#"{"b": {"$gt": 9}}"#) },
            PlanRequest { skip: 7, limit: Some(30), ..sorted(r#"{"b": {"$gt": 9}}"#, r#"{"text": -1}"#) },
            PlanRequest { skip: 3, return_key: true, ..request(r#"{"a": 2}"#) },
            PlanRequest { show_record_id: true, limit: Some(20), ..request(r#"{"a": 2, "c": 1}"#) },
            PlanRequest {
                projection: Some(projection(r#"{"b": 1, "_id": 0}"#).into()),
                ..request(r#"{"b": 5}"#)
            },
        ]
    }

    fn counters(root: &dyn PlanStage) -> String {
        let mut out = DocBuilder::new();
        explain_stages(root, &mut out);
        display_document(RawDoc::new(&out.finish()))
    }

    /// Runs a plan, and returns its records, its documents' bytes, and explain's counters at the end.
    fn run(mut plan: Candidate, limits: Limits, collection: &Collection) -> (Vec<(u32, Vec<u8>)>, String) {
        let mut rows = RowBatch::default();
        let mut found = Vec::new();
        loop {
            let progress = plan.root.work(collection, limits, &mut rows).expect("no error");
            assert_eq!(progress.rows as usize, rows.len());
            assert!(rows.len() <= limits.rows && progress.works <= limits.works);
            for row in (0..rows.len()).filter_map(|at| rows.take(at)) {
                let document = row.document(collection).expect("a document").as_bytes().to_vec();
                found.push((row.record, document));
            }
            rows.clear();
            if progress.is_eof {
                return (found, counters(&*plan.root));
            }
        }
    }

    #[test]
    fn limits_change_neither_rows_nor_counters() {
        let collection = collection();
        for request in requests() {
            let plans = |limits: Limits| {
                let all = candidates(&collection, &request).expect("plans");
                all.into_iter().map(|plan| run(plan, limits, &collection)).collect::<Vec<_>>()
            };
            let by_steps = plans(Limits::STEP);
            assert!(by_steps.iter().all(|(rows, _)| !rows.is_empty()), "{request:?}");
            for limits in [1, 7, 1000, usize::MAX].map(Limits::rows) {
                assert_eq!(plans(limits), by_steps, "{limits:?}");
            }
        }
    }

    #[test]
    fn nothing_is_examined_beyond_the_last_row() {
        let collection = collection();
        for (request, count) in requests().iter().flat_map(|request| [(request, 10), (request, 200)]) {
            for at in 0..candidates(&collection, request).expect("plans").len() {
                let plan = || candidates(&collection, request).expect("plans").swap_remove(at);
                let (mut one_by_one, mut at_once) = (plan(), plan());
                for _ in 0..count {
                    one_by_one.next(&collection).expect("no error");
                }
                let mut rows = RowBatch::default();
                while rows.len() < count
                    && at_once.next_batch(&collection, count - rows.len(), &mut rows).expect("no error")
                {
                }
                assert_eq!(counters(&*one_by_one.root), counters(&*at_once.root));
            }
        }
    }

    #[test]
    fn row_before_which_a_plan_steps_back_is_next_again() {
        let collection = collection();
        let mut plan = candidates(&collection, &request("{}")).expect("plans").swap_remove(0);
        let mut next = |at_once, back| {
            assert!(plan.advance(&collection, at_once).expect("no error"));
            let record = plan.current().map(|(record, _)| record);
            let document = plan.current_document(&collection).map(|doc| doc.as_bytes().to_vec());
            assert_eq!(document.as_deref(), record.and_then(|record| collection.records().get(record)));
            if back {
                plan.step_back();
            }
            record
        };
        let (first, second) = (next(3, true), next(3, false));
        assert_eq!((first, second), (Some(1), Some(1)));
        assert_eq!([next(3, true), next(3, false), next(3, false), next(3, false)], [2, 2, 3, 4].map(Some));
    }
}
