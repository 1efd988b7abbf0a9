//! The optimizer: rewrites pipelines into equivalent ones that do less work
//! (<https://www.mongodb.com/docs/manual/core/aggregation-pipeline-optimization/>).

use super::cursor_part::CursorPart;
use super::pipeline::PipelineStage;
use super::stage::Kind;
use super::stage_reordering::{
    advance_limits, advance_samples, advance_sorts, drop_sorts, limit_before_unwinds, share_with_unions,
};

/// The largest value of combined limits and skips.
const MAX_SUM: u64 = i64::MAX as u64;

/// Optimizes a whole pipeline.
pub(super) fn optimize(stages: &mut Vec<PipelineStage>) {
    join_matches(stages, true);
    while share_with_unions(stages) {
        join_matches(stages, false);
    }
    advance_sorts(stages);
    absorb_unwinds(stages);
    advance_samples(stages);
    advance_limits(stages);
    limit_before_unwinds(stages);
    join_limits(stages);
    limit_sorts(stages);
    drop_sorts(stages);
}

/// Moves `$match`es as far to the front as possible and merges neighbours. With `once`, also copies conditions in front
/// of a `$redact`; the original must stay behind it, so a second call would copy them again.
fn join_matches(stages: &mut Vec<PipelineStage>, once: bool) {
    let mut at = 1;
    while at < stages.len() {
        at += 1 + advance_match(stages, at, once);
    }
    join_neighbours(stages, |before, behind| match (before, behind) {
        (Kind::Match(a), Kind::Match(b)) => {
            a.join(b);
            true
        }
        _ => false,
    });
}

/// Moves the `$match` at `at`, if there is one, as far to the front as possible, or else those of its conditions that
/// may move. Returns the number of stages inserted.
fn advance_match(stages: &mut Vec<PipelineStage>, mut at: usize, once: bool) -> usize {
    let mut added = 0;
    while at > 0 {
        let (front, behind) = stages.split_at_mut(at);
        let (Some(before), Some(planned)) = (front.last_mut(), behind.first_mut()) else { break };
        let (sorts, redacts) = match before.kind() {
            Kind::Sort(_, limit) => (limit.is_none(), false),
            kind => (false, matches!(kind, Kind::Redact)),
        };
        let Kind::Match(found) = planned.kind() else { break };
        let (moved, nothing_left) = if let Kind::ReplaceRoot(path) = before.kind() {
            (found.before_root(path), true)
        } else if redacts && !once {
            break;
        } else if redacts {
            // Later stages test it again on the redacted document.
            (found.before_redact(), false)
        } else {
            let stage = before.stage();
            let moved = found.split(stage, |reads| sorts || stage.commutes_with_match(reads));
            (moved, found.is_empty())
        };
        let Some(moved) = moved else { break };
        let moved = PipelineStage::new(planned.written().as_bytes().to_vec(), Box::new(moved));
        if nothing_left {
            stages[at] = moved;
            stages.swap(at - 1, at);
        } else {
            stages.insert(at - 1, moved);
            added += 1;
        }
        at -= 1;
    }
    added
}

/// Merges each stage with the next one wherever `join` does so.
fn join_neighbours(stages: &mut Vec<PipelineStage>, join: fn(Kind<'_>, Kind<'_>) -> bool) {
    let mut at = 1;
    while at < stages.len() {
        let (front, behind) = stages.split_at_mut(at);
        if front.last_mut().is_some_and(|before| join(before.kind(), behind[0].kind())) {
            stages.remove(at);
        } else {
            at += 1;
        }
    }
}

/// Merges an `$unwind` of the array that the preceding `$lookup` or `$graphLookup` creates into that stage.
fn absorb_unwinds(stages: &mut Vec<PipelineStage>) {
    let mut at = 1;
    while at < stages.len() {
        let (front, behind) = stages.split_at_mut(at);
        let absorbed = match (front.last_mut().map(PipelineStage::kind), behind[0].kind()) {
            (Some(Kind::Lookup(lookup)), Kind::Unwind(unwind)) => lookup.absorb(unwind),
            (Some(Kind::GraphLookup(lookup)), Kind::Unwind(unwind)) => lookup.absorb(unwind),
            _ => false,
        };
        if !absorbed {
            at += 1;
            continue;
        }
        stages.remove(at);
        let (front, behind) = stages.split_at_mut(at);
        if let (Some(Kind::Lookup(lookup)), Some(Kind::Match(found))) =
            (front.last_mut().map(PipelineStage::kind), behind.first_mut().map(PipelineStage::kind))
        {
            lookup.absorb_match(found);
            if found.is_empty() {
                stages.remove(at);
            }
        }
    }
}

/// Merges neighbouring `$limit`s, and neighbouring `$skip`s.
fn join_limits(stages: &mut Vec<PipelineStage>) {
    join_neighbours(stages, |before, behind| match (before, behind) {
        (Kind::Limit(a), Kind::Limit(b)) => {
            *a = (*a).min(*b);
            true
        }
        (Kind::Skip(a), Kind::Skip(b)) => match a.checked_add(*b).filter(|sum| *sum <= MAX_SUM) {
            Some(sum) => {
                *a = sum;
                true
            }
            None => false,
        },
        _ => false,
    });
}

/// Merges a `$limit` into the `$sort` before it, which then keeps only that many documents.
/// Between them may be `$skip`s and one-to-one stages.
fn limit_sorts(stages: &mut Vec<PipelineStage>) {
    let mut sort = 0;
    while sort < stages.len() {
        let mut skipped = 0u64;
        let mut at = sort + 1;
        while matches!(stages[sort].kind(), Kind::Sort(..)) && at < stages.len() {
            let one_to_one = stages[at].stage().is_one_to_one();
            let keep = match stages[at].kind() {
                Kind::Skip(n) => {
                    skipped = skipped.saturating_add(*n);
                    None
                }
                Kind::Limit(n) => Some(skipped.saturating_add(*n)).filter(|keep| *keep <= MAX_SUM),
                _ if one_to_one => None,
                _ => break,
            };
            match (stages[sort].kind(), keep) {
                (Kind::Sort(_, limit), Some(keep)) => {
                    *limit = Some(limit.map_or(keep, |known| known.min(keep)));
                    stages.remove(at);
                }
                _ => at += 1,
            }
        }
        sort += 1;
    }
}

/// Moves leading `$skip`s and `$limit`s, in any order, into the cursor's part. Skips are added up. Each limit is
/// counted from the start of the input, so the skips before it are added to it. The least limit applies, including
/// `sorted`, the one that a `$sort` absorbed
/// (<https://www.mongodb.com/docs/v2.6/core/aggregation-pipeline-optimization/#limit-skip-limit-skip-sequence-optimization>).
fn take_limits(stages: &mut Vec<PipelineStage>, sorted: Option<u64>, part: &mut CursorPart) {
    let (mut skipped, mut most) = (0u64, sorted);
    let mut taken = 0;
    for planned in stages.iter_mut() {
        let (skip, limit) = match planned.kind() {
            Kind::Skip(n) => (skipped.saturating_add(*n), most),
            Kind::Limit(n) => {
                let end = skipped.saturating_add(*n);
                (skipped, Some(most.map_or(end, |known| known.min(end))))
            }
            _ => break,
        };
        // The cursor can express neither an empty result nor a larger sum.
        if limit.is_some_and(|limit| limit <= skip || limit > MAX_SUM) || skip > MAX_SUM {
            break;
        }
        (skipped, most) = (skip, limit);
        taken += 1;
    }
    stages.drain(..taken);
    part.skip = skipped;
    part.limit = most.map(|most| most - skipped);
}

/// Moves the leading `$match`, `$sort`, `$skip`s and `$limit`s, as far as they come in that
/// order, and then a `$project` that only includes fields, into the cursor's part.
pub(super) fn split_for_cursor(stages: &mut Vec<PipelineStage>, part: &mut CursorPart) {
    let mut sorted = None;
    while let Some(first) = stages.first_mut() {
        let sort = first.written().get("$sort").and_then(|v| v.as_document()).map(|d| d.as_bytes().to_vec());
        let taken = match first.kind() {
            Kind::Match(m) if part.filter.is_none() && part.sort.is_none() => {
                part.filter = Some(m.filter().clone());
                true
            }
            Kind::Sort(_, limit) if part.sort.is_none() => {
                sorted = limit.filter(|_| sort.is_some());
                part.sort = sort;
                part.sort.is_some()
            }
            _ => false,
        };
        if !taken {
            break;
        }
        stages.remove(0);
    }
    take_limits(stages, sorted, part);
    if let Some(Kind::Project(projection)) = stages.first_mut().map(PipelineStage::kind)
        && let Some(spec) = projection.inclusion()
    {
        part.projection = Some(spec);
        stages.remove(0);
    }
}
