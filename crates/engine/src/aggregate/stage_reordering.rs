//! Optimizer rules that move stages in front of others
//! (<https://www.mongodb.com/docs/manual/core/aggregation-pipeline-optimization/#pipeline-sequence-optimization>).

use super::expression::Dependencies;
use super::pipeline::PipelineStage;
use super::stage::{Effect, Kind, limit_stage, overlap};

/// Moves each stage forward as long as `may` returns true: whether the stage at a position may swap with the one
/// before it.
fn advance(stages: &mut [PipelineStage], may: fn(&mut [PipelineStage], usize) -> bool) {
    for from in 1..stages.len() {
        let mut at = from;
        while at > 0 && may(stages, at) {
            stages.swap(at - 1, at);
            at -= 1;
        }
    }
}

/// Moves one-to-one stages and `$match`es in front of the `$unionWith` that they follow, and appends them to its
/// pipeline. Returns whether any moved.
pub(super) fn share_with_unions(stages: &mut [PipelineStage]) -> bool {
    let mut moved = false;
    let mut at = 1;
    while at < stages.len() {
        if append_to_union(stages, at) {
            stages.swap(at - 1, at);
            moved = true;
            // The stage before may be another union.
            at = (at - 1).max(1);
        } else {
            at += 1;
        }
    }
    moved
}

/// Appends a stage to the pipeline of the `$unionWith` before it if possible; returns whether it did.
fn append_to_union(stages: &mut [PipelineStage], at: usize) -> bool {
    let (front, behind) = stages.split_at_mut(at);
    let (Some(Kind::UnionWith(union)), Some(planned)) =
        (front.last_mut().map(PipelineStage::kind), behind.first_mut())
    else {
        return false;
    };
    let one_to_one = planned.stage().is_one_to_one();
    match planned.kind() {
        Kind::Match(found) => union.append(&found.written()),
        Kind::Lookup(_) | Kind::GraphLookup(_) => return false,
        _ if one_to_one => union.append(&[planned.written().as_bytes().to_vec()]),
        _ => return false,
    }
    true
}

/// Moves a `$sort` in front of a `$lookup`, `$graphLookup` or `$unwind` that does not change its fields, unless
/// a `$lookup` or `$graphLookup` has absorbed an `$unwind`.
pub(super) fn advance_sorts(stages: &mut [PipelineStage]) {
    advance(stages, may_advance_sort);
}

/// Whether a stage is a `$sort` that may swap with the stage before it.
fn may_advance_sort(stages: &mut [PipelineStage], at: usize) -> bool {
    let mut reads = Dependencies::default();
    stages[at].stage().dependencies(&mut reads);
    if !matches!(stages[at].kind(), Kind::Sort(_, None)) || !reads.metadata.is_empty() {
        return false;
    }
    let unwound = match stages[at - 1].kind() {
        Kind::Unwind(unwind) => Some(unwind.path().as_str().to_owned()),
        Kind::Lookup(_) | Kind::GraphLookup(_) => {
            // Compare whole top-level fields, as the server does.
            reads.fields.iter_mut().for_each(|path| path.truncate(path.find('.').unwrap_or(path.len())));
            None
        }
        _ => return false,
    };
    let joined = unwound.is_some_and(|path| {
        at > 1
            && match stages[at - 2].kind() {
                Kind::Lookup(lookup) => lookup.finds(&path),
                Kind::GraphLookup(lookup) => lookup.finds(&path),
                _ => false,
            }
    });
    !joined && stages[at - 1].stage().commutes_with_match(&reads)
}

/// Moves a `$sample` in front of one-to-one stages.
pub(super) fn advance_samples(stages: &mut [PipelineStage]) {
    advance(stages, |stages, at| {
        matches!(stages[at].kind(), Kind::Sample) && stages[at - 1].stage().is_one_to_one()
    });
}

/// Moves `$limit` and `$skip` in front of one-to-one stages.
pub(super) fn advance_limits(stages: &mut [PipelineStage]) {
    advance(stages, |stages, at| {
        matches!(stages[at].kind(), Kind::Limit(_) | Kind::Skip(_)) && stages[at - 1].stage().is_one_to_one()
    });
}

/// Copies a `$limit` in front of an `$unwind` that keeps every document, which needs no more input.
pub(super) fn limit_before_unwinds(stages: &mut Vec<PipelineStage>) {
    let mut at = 1;
    while at < stages.len() {
        let Kind::Limit(limit) = stages[at].kind() else {
            at += 1;
            continue;
        };
        let limit = *limit;
        let (mut to, before) = (at, stages.len());
        while to > 0 {
            if matches!(stages[to - 1].kind(), Kind::Unwind(unwind) if unwind.preserves()) {
                stages.insert(to - 1, limit_stage(limit));
            } else if stages[to - 1].stage().is_one_to_one() {
                stages.swap(to - 1, to);
            } else {
                break;
            }
            to -= 1;
        }
        at += 1 + stages.len() - before;
    }
}

/// Drops redundant sorts: one right before another `$sort`, and one whose order the output of a preceding
/// `$setWindowFields` already has.
pub(super) fn drop_sorts(stages: &mut Vec<PipelineStage>) {
    let mut at = 1;
    while at < stages.len() {
        if is_redundant_sort(stages, at) {
            stages.remove(at);
        } else if matches!(stages[at].kind(), Kind::Sort(..))
            && matches!(stages[at - 1].kind(), Kind::Sort(_, None))
        {
            stages.remove(at - 1);
        } else {
            at += 1;
        }
    }
}

/// Whether a stage is a `$sort` by an order that the output of the preceding `$setWindowFields` already has.
fn is_redundant_sort(stages: &mut [PipelineStage], at: usize) -> bool {
    let Some(sorted) = at.checked_sub(2) else { return false };
    let Effect::Changes(changed) = stages[at - 1].stage().effect() else { return false };
    if !matches!(stages[at - 1].kind(), Kind::Windows) {
        return false;
    }
    let (front, behind) = stages.split_at_mut(at);
    let (Kind::Sort(order, _), Some(Kind::Sort(known, _))) =
        (behind[0].kind(), front.get_mut(sorted).map(PipelineStage::kind))
    else {
        return false;
    };
    let touched = |path: &str| changed.iter().any(|changed| overlap(changed, path));
    known.parts().len() >= order.parts().len()
        && order.parts().iter().zip(known.parts()).all(|(part, same)| {
            let path = part.path.as_str();
            (path, part.descending, part.meta) == (same.path.as_str(), same.descending, None)
                && !touched(path)
        })
}
