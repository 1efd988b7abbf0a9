//! The planner's part of the plan cache: the key of a query, and the entry for its chosen plan.

use super::plan_cache_shape::{PlanCacheShape, fingerprint};
use super::{Candidate, PlanRequest, PlanStage, explain_plan, explain_stages, explain_totals};
use crate::collection::{PlanCache, TrialResult};
use crate::value::{DocBuilder, RawDoc, Value};

/// Returns the key of a query: a hash of its shape and its candidates.
pub(super) fn key_of(request: &PlanRequest, candidates: &[Candidate]) -> u64 {
    let mut text = PlanCacheShape::of(request).bytes;
    for candidate in candidates {
        outline(&*candidate.root, &mut text);
        text.push(0);
    }
    fingerprint(&text)
}

/// Writes the stages and indexes of a plan, without bounds.
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

/// Caches the choice that a trial of all candidates made.
pub(super) fn store(
    cache: &PlanCache,
    (epoch, key): (u64, u64),
    chosen: usize,
    candidates: &[Candidate],
    request: &PlanRequest,
) {
    let works = candidates[chosen].root.stats().works;
    let trial = TrialResult { chosen, works, tried_at: request.now_millis };
    cache.store(epoch, key, trial, || {
        (PlanCacheShape::of(request).hash(), stats_entry(request, chosen, candidates))
    });
}

/// Returns the indexes that index filters restrict a query to, as the bytes of an array.
pub(super) fn allowed(cache: &PlanCache, request: &PlanRequest) -> Option<Vec<u8>> {
    if cache.has_filters() { cache.allowed(PlanCacheShape::of(request).hash()) } else { None }
}

/// Builds the `$planCacheStats` entry of the query and its plans.
fn stats_entry(request: &PlanRequest, chosen: usize, candidates: &[Candidate]) -> Vec<u8> {
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
