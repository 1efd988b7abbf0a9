//! Remembered choices of plans, by the shape of queries
//! (<https://www.mongodb.com/docs/manual/core/query-plans/#plan-cache-states>).
//!
//! An entry says which of the candidates won, and after how much work. An
//! entry is inactive until the same choice is made again for no more work; an active
//! one saves the trial of the others, until it takes ten times the work it promised.
//! Invariant: the candidates are made anew for every query, so that a remembered
//! choice can cost time, but not change an answer.

use std::cell::RefCell;

use super::plan_cache_shape::{PlanCacheShape, fingerprint};
use super::{Candidate, PlanRequest, PlanStage, explain_plan, explain_stages, explain_totals};
use crate::value::{DocBuilder, RawDoc, Value};
use sorted_map::SortedMap;

/// Most shapes remembered for a collection.
const MOST_ENTRIES: usize = 500;
/// A remembered plan may take this many times the work it took first.
const EVICTION_RATIO: u64 = 10;

/// The choice made for one shape.
#[derive(Clone, Debug)]
struct Entry {
    shape: u32,
    chosen: usize,
    works: u64,
    active: bool,
    /// When it was made, milliseconds since 1970.
    made: i64,
    /// What `$planCacheStats` shows of the query and the plans.
    shown: Vec<u8>,
}

/// The plan cache and the index filters of a collection.
#[derive(Clone, Debug, Default)]
pub struct PlanCache(RefCell<Inner>);

#[derive(Clone, Debug, Default)]
struct Inner {
    /// The state of indexes and options that the entries are of.
    epoch: u64,
    entries: SortedMap<u64, Entry>,
    filters: SortedMap<u32, IndexFilter>,
}

/// The indexes that queries of one shape may use.
#[derive(Clone, Debug)]
pub struct IndexFilter {
    /// The shape as it was given: `query`, `sort`, `projection`, `collation`.
    pub shape: Vec<u8>,
    /// Names (strings) and key patterns (documents), an array's bytes.
    pub indexes: Vec<u8>,
}

/// The cached plan choice of a query.
#[derive(Clone, Copy, Debug)]
pub(super) struct CachedChoice {
    /// The candidate's index.
    pub chosen: usize,
    /// Work it may take.
    pub budget: u64,
}

/// The key of a query: its shape and what the indexes make of it.
pub(super) fn key_of(request: &PlanRequest, candidates: &[Candidate]) -> u64 {
    let mut text = PlanCacheShape::of(request).bytes;
    for candidate in candidates {
        outline(&*candidate.root, &mut text);
        text.push(0);
    }
    fingerprint(&text)
}

/// The stages and indexes of a plan, without bounds.
fn outline(stage: &dyn PlanStage, out: &mut Vec<u8>) {
    out.extend_from_slice(stage.name().as_bytes());
    let mut indexes = Vec::new();
    stage.indexes_used(&mut indexes);
    out.extend_from_slice(indexes.join(",").as_bytes());
    for input in stage.inputs() {
        out.push(b'(');
        outline(input, out);
    }
}

impl PlanCache {
    /// The choice to try first.
    pub(super) fn recall(&self, epoch: u64, key: u64) -> Option<CachedChoice> {
        let mut inner = self.0.borrow_mut();
        if inner.epoch != epoch {
            inner.entries.clear();
            inner.epoch = epoch;
        }
        let entry = inner.entries.get(&key).filter(|entry| entry.active)?;
        Some(CachedChoice { chosen: entry.chosen, budget: entry.works.saturating_mul(EVICTION_RATIO) })
    }

    /// Whether this choice would be recalled.
    pub(super) fn holds(&self, epoch: u64, key: u64, chosen: usize) -> bool {
        self.recall(epoch, key).is_some_and(|remembered| remembered.chosen == chosen)
    }

    /// Notes what a trial of all candidates chose.
    pub(super) fn note(
        &self,
        epoch: u64,
        key: u64,
        chosen: usize,
        candidates: &[Candidate],
        request: &PlanRequest,
    ) {
        let mut inner = self.0.borrow_mut();
        if inner.epoch != epoch {
            inner.entries.clear();
            inner.epoch = epoch;
        }
        let works = candidates[chosen].root.stats().works;
        if let Some(entry) = inner.entries.get_mut(&key)
            && !entry.active
        {
            if works > entry.works {
                // More work than promised: promise more before it is believed.
                entry.works = entry.works.saturating_mul(2).min(works);
            } else {
                (entry.chosen, entry.works, entry.active) = (chosen, works, true);
            }
            return;
        }
        if inner.entries.len() >= MOST_ENTRIES {
            inner.entries.remove_first();
        }
        let entry = Entry {
            shape: PlanCacheShape::of(request).hash(),
            chosen,
            works,
            active: false,
            made: request.now_millis,
            shown: shown(request, chosen, candidates),
        };
        inner.entries.insert(key, entry);
    }

    /// Forgets one choice.
    pub(super) fn forget(&self, key: u64) {
        self.0.borrow_mut().entries.remove(&key);
    }

    /// Forgets the choices for one shape, or all.
    pub fn clear(&self, shape: Option<u32>) {
        self.0.borrow_mut().entries.retain(|_, entry| shape.is_some_and(|shape| entry.shape != shape));
    }

    /// The documents of `$planCacheStats`.
    pub fn documents(&self, epoch: u64) -> Vec<Vec<u8>> {
        let inner = self.0.borrow();
        if inner.epoch != epoch {
            return Vec::new();
        }
        let document = |(key, entry): (&u64, &Entry)| {
            let shape = format!("{:08X}", entry.shape);
            let mut out = DocBuilder::new();
            out.append_str("version", "1")
                .append_str("queryHash", &shape)
                .append_str("planCacheShapeHash", &shape)
                .append_str("planCacheKey", &format!("{:08X}", *key as u32))
                .append_bool("isActive", entry.active)
                .append_i64("works", entry.works as i64)
                .append_str("worksType", "works")
                .append_date("timeOfCreation", entry.made);
            out.append_all(RawDoc::new(&entry.shown));
            out.append_bool("indexFilterSet", inner.filters.contains_key(&entry.shape))
                .append_i64("estimatedSizeBytes", (entry.shown.len() + size_of::<Entry>()) as i64)
                .append_str("host", "schema-dojo:27017");
            out.finish()
        };
        inner.entries.iter().map(document).collect()
    }

    /// Restricts queries of a shape to some indexes.
    pub fn set_filter(&self, shape: u32, filter: IndexFilter) {
        self.clear(Some(shape));
        self.0.borrow_mut().filters.insert(shape, filter);
    }

    /// Lifts the restriction of one shape, or all.
    pub fn clear_filters(&self, shape: Option<u32>) {
        let mut inner = self.0.borrow_mut();
        inner.filters.retain(|known, _| shape.is_some_and(|shape| *known != shape));
        inner.entries.clear();
    }

    /// All restrictions.
    pub fn filters(&self) -> Vec<IndexFilter> {
        self.0.borrow().filters.values().cloned().collect()
    }

    /// Whether queries of some shape are restricted to some indexes.
    pub fn restricts(&self) -> bool {
        !self.0.borrow().filters.is_empty()
    }

    /// The indexes that a query is restricted to, an array's bytes.
    pub(super) fn allowed(&self, request: &PlanRequest) -> Option<Vec<u8>> {
        let inner = self.0.borrow();
        if inner.filters.is_empty() {
            return None;
        }
        inner.filters.get(&PlanCacheShape::of(request).hash()).map(|filter| filter.indexes.clone())
    }
}

fn shown(request: &PlanRequest, chosen: usize, candidates: &[Candidate]) -> Vec<u8> {
    let mut out = DocBuilder::new();
    out.document("createdFromQuery", |query| {
        match &request.given {
            Some(given) => query.append_doc("query", RawDoc::new(given)),
            None => query.append_doc("query", RawDoc::new(&request.filter.describe())),
        };
        query.append_doc("sort", request.sort.as_ref().map_or(RawDoc::empty(), |sort| sort.document()));
        let projection = request.projection.as_ref().map(|projection| projection.spec());
        query.append_doc("projection", projection.unwrap_or(RawDoc::empty()));
        if let Some(collation) = &request.collation {
            query.append_doc("collation", collation.document());
        }
    });
    out.document("cachedPlan", |plan| explain_plan(&*candidates[chosen].root, plan));
    let others = (0..candidates.len()).filter(|at| *at != chosen);
    let order: Vec<usize> = std::iter::once(chosen).chain(others).collect();
    out.array("creationExecStats", |all| {
        for &at in &order {
            all.document(|one| {
                let root = &*candidates[at].root;
                explain_totals(root, root.stats().advanced, None, one);
                one.document("executionStages", |stages| explain_stages(root, stages));
            });
        }
    });
    out.array("candidatePlanScores", |scores| {
        for &at in &order {
            scores.push(&Value::Double(candidates[at].score));
        }
    });
    out.finish()
}
