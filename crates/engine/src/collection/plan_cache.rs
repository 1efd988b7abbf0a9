//! The plan cache of a collection: the planner's choices by query shape
//! (<https://www.mongodb.com/docs/manual/core/query-plans/#plan-cache-states>).
//!
//! An entry contains the candidate that won and its works. It is inactive until a trial makes the same
//! choice with no more works. An active entry saves the trial, until the plan takes ten times the works.
//! Invariant: every query gets new candidate plans, so a cached choice may cost time but never changes an
//! answer.

use std::cell::RefCell;

use crate::value::{DocBuilder, RawDoc};
use sorted_map::SortedMap;

/// Maximum number of entries per collection.
const MAX_ENTRIES: usize = 500;
/// A cached plan may take this many times the works of its trial.
const EVICTION_RATIO: u64 = 10;

/// The choice for one shape.
#[derive(Clone, Debug)]
struct Entry {
    shape: u32,
    chosen: usize,
    works: u64,
    active: bool,
    /// The time of the trial, in milliseconds since 1970.
    tried_at: i64,
    /// The `$planCacheStats` fields of the query and its plans.
    shown: Vec<u8>,
}

/// The plan cache and the index filters of a collection.
#[derive(Clone, Debug, Default)]
pub struct PlanCache(RefCell<Inner>);

#[derive(Clone, Debug, Default)]
struct Inner {
    /// The collection epoch of the entries.
    epoch: u64,
    entries: SortedMap<u64, Entry>,
    filters: SortedMap<u32, IndexFilter>,
}

/// The indexes that queries of one shape may use.
#[derive(Clone, Debug)]
pub struct IndexFilter {
    /// The shape as given: `query`, `sort`, `projection`, `collation`.
    pub shape: Vec<u8>,
    /// Names (strings) and key patterns (documents), as the bytes of an array.
    pub indexes: Vec<u8>,
}

/// The cached plan choice of a query.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CachedChoice {
    /// The position of the candidate.
    pub chosen: usize,
    /// The works that the candidate may take.
    pub budget: u64,
}

/// The outcome of a trial.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TrialResult {
    /// The position of the winning candidate.
    pub chosen: usize,
    /// The works that the candidate took.
    pub works: u64,
    /// The time of the trial, in milliseconds since 1970.
    pub tried_at: i64,
}

impl PlanCache {
    /// Returns the cached choice.
    pub(crate) fn recall(&self, epoch: u64, key: u64) -> Option<CachedChoice> {
        let mut inner = self.0.borrow_mut();
        if inner.epoch != epoch {
            inner.entries.clear();
            inner.epoch = epoch;
        }
        let entry = inner.entries.get(&key).filter(|entry| entry.active)?;
        Some(CachedChoice { chosen: entry.chosen, budget: entry.works.saturating_mul(EVICTION_RATIO) })
    }

    /// Whether the cached choice is this candidate.
    pub(crate) fn holds(&self, epoch: u64, key: u64, chosen: usize) -> bool {
        self.recall(epoch, key).is_some_and(|known| known.chosen == chosen)
    }

    /// Stores the choice that a trial of all candidates made. For a new entry, `describe` returns the shape
    /// and the `$planCacheStats` fields.
    pub(crate) fn store(
        &self,
        epoch: u64,
        key: u64,
        trial: TrialResult,
        describe: impl FnOnce() -> (u32, Vec<u8>),
    ) {
        let mut inner = self.0.borrow_mut();
        if inner.epoch != epoch {
            inner.entries.clear();
            inner.epoch = epoch;
        }
        let TrialResult { chosen, works, tried_at } = trial;
        if let Some(entry) = inner.entries.get_mut(&key)
            && !entry.active
        {
            if works > entry.works {
                // The entry permits more works before it becomes active.
                entry.works = entry.works.saturating_mul(2).min(works);
            } else {
                (entry.chosen, entry.works, entry.active) = (chosen, works, true);
            }
            return;
        }
        if inner.entries.len() >= MAX_ENTRIES {
            inner.entries.remove_first();
        }
        let (shape, shown) = describe();
        inner.entries.insert(key, Entry { shape, chosen, works, active: false, tried_at, shown });
    }

    /// Removes one choice.
    pub(crate) fn forget(&self, key: u64) {
        self.0.borrow_mut().entries.remove(&key);
    }

    /// Removes the choices for one shape, or all.
    pub fn clear(&self, shape: Option<u32>) {
        self.0.borrow_mut().entries.retain(|_, entry| shape.is_some_and(|shape| entry.shape != shape));
    }

    /// Returns the documents of `$planCacheStats`.
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
                .append_date("timeOfCreation", entry.tried_at);
            out.append_all(RawDoc::new(&entry.shown));
            out.append_bool("indexFilterSet", inner.filters.contains_key(&entry.shape))
                .append_i64("estimatedSizeBytes", (entry.shown.len() + size_of::<Entry>()) as i64)
                .append_str("host", "schema-dojo:27017");
            out.finish()
        };
        inner.entries.iter().map(document).collect()
    }

    /// Sets the index filter of a shape.
    pub fn set_filter(&self, shape: u32, filter: IndexFilter) {
        self.clear(Some(shape));
        self.0.borrow_mut().filters.insert(shape, filter);
    }

    /// Removes the index filter of one shape, or all.
    pub fn clear_filters(&self, shape: Option<u32>) {
        let mut inner = self.0.borrow_mut();
        inner.filters.retain(|known, _| shape.is_some_and(|shape| *known != shape));
        inner.entries.clear();
    }

    /// Returns all index filters.
    pub fn filters(&self) -> Vec<IndexFilter> {
        self.0.borrow().filters.values().cloned().collect()
    }

    /// Whether any index filter is set.
    pub fn has_filters(&self) -> bool {
        !self.0.borrow().filters.is_empty()
    }

    /// Returns the indexes that the index filter of a shape allows, as the bytes of an array.
    pub(crate) fn allowed(&self, shape: u32) -> Option<Vec<u8>> {
        self.0.borrow().filters.get(&shape).map(|filter| filter.indexes.clone())
    }
}
