//! Trials: candidates compete for a bounded number of works
//! (<https://www.mongodb.com/docs/manual/core/query-plans/>).

use super::{Candidate, Limits, PlanRequest, PlanStage, choose_anew};
use crate::collection::Collection;
use crate::error::{ErrorCode, Result};

/// The number of rows that ends a trial: the size of a first batch.
const TRIAL_ROWS: usize = 101;
/// The minimum number of works of a trial.
const TRIAL_WORKS: u64 = 10_000;
/// The number of works of a trial per record of the collection.
const TRIAL_FRACTION: f64 = 0.3;

/// Runs the trial again, and returns the winner as of its end, for explain.
///
/// # Errors
/// As [`choose`].
pub fn trial_of(
    rejected: &[Candidate],
    collection: Option<&Collection>,
    request: &PlanRequest,
) -> Result<Option<Candidate>> {
    if rejected.is_empty() {
        return Ok(None);
    }
    choose_anew(collection, request).map(|(winner, _)| Some(winner))
}

/// Whether a cached plan returns enough rows within its budget of works.
pub(super) fn keeps_promise(candidate: &mut Candidate, budget: u64, collection: &Collection) -> Result<bool> {
    while candidate.root.stats().works < budget {
        if trial_step(candidate, collection)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Runs the candidates against each other. Returns the position of the best.
pub(super) fn trial(collection: &Collection, all: &mut [Candidate]) -> Result<usize> {
    let works = TRIAL_WORKS.max((collection.records().len() as f64 * TRIAL_FRACTION) as u64);
    for _ in 0..works {
        let mut decided = false;
        let mut last_error = None;
        for candidate in all.iter_mut().filter(|candidate| !candidate.failed) {
            match trial_step(candidate, collection) {
                Ok(finished) => decided |= finished,
                // Another plan may need less memory.
                Err(error) if error.code() == ErrorCode::QUERY_EXCEEDED_MEMORY_LIMIT => {
                    candidate.failed = true;
                    last_error = Some(error);
                }
                Err(error) => return Err(error),
            }
        }
        if let Some(error) = last_error.filter(|_| all.iter().all(|candidate| candidate.failed)) {
            return Err(error);
        }
        if decided {
            break;
        }
    }
    for candidate in &mut *all {
        candidate.score = score(candidate);
    }
    let mut best = 0;
    for at in 1..all.len() {
        if !all[at].failed && (all[best].failed || all[at].score > all[best].score) {
            best = at;
        }
    }
    Ok(best)
}

/// Runs one step of a trial. Returns whether the candidate has finished it.
fn trial_step(candidate: &mut Candidate, collection: &Collection) -> Result<bool> {
    candidate.done = candidate.root.work(collection, Limits::STEP, &mut candidate.buffered)?.is_eof;
    Ok(candidate.done || candidate.buffered.len() >= TRIAL_ROWS)
}

/// Returns the rows per work. Works don't reflect some costs, so a small bonus rewards each one that a plan avoids:
/// fetching documents for a projection, sorting, and intersecting indexes.
fn score(candidate: &Candidate) -> f64 {
    let root = &*candidate.root;
    let works = root.stats().works.max(1) as f64;
    let epsilon = (1.0 / (10.0 * works)).min(1e-4);
    let has = |name: &'static str| has_stage(root, &|stage| stage == name);
    let projects = has_stage(root, &|stage| stage.starts_with("PROJECTION"));
    let costly = [projects && has("FETCH"), has("SORT"), has("AND_SORTED")];
    let bonuses = costly.iter().filter(|costly| !**costly).count() as f64 * epsilon;
    let end = if candidate.done { 1.0 } else { 0.0 };
    let productivity = candidate.buffered.len() as f64 / works;
    1.0 + productivity + bonuses + end
}

/// Whether a plan has a stage with a matching name.
pub(super) fn has_stage(stage: &dyn PlanStage, wanted: &dyn Fn(&str) -> bool) -> bool {
    wanted(stage.name()) || stage.inputs().iter().any(|input| has_stage(*input, wanted))
}
