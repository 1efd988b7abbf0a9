//! Plans that read each value of an index once.

use std::rc::Rc;

use super::access::{Access, conjuncts, is_complete_for};
use super::planner::find_hinted;
use super::stage::{DistinctScan, ProjectionKind, ProjectionStage};
use super::{Candidate, Hint, PlanRequest};
use crate::collection::{Collection, Index};
use crate::error::Result;
use crate::projection::Projection;
use crate::value::Path;

/// The plan of a `distinct` that reads each value of an index once; `None`
/// when no index decides the whole query. An index with arrays is left out:
/// what it holds of an array is not what `distinct` makes of it.
///
/// # Errors
/// A hint that names no index.
pub fn distinct_plan(
    collection: &Collection,
    request: &PlanRequest,
    path: &Path,
    projection: impl FnOnce() -> Result<Projection>,
) -> Result<Option<Candidate>> {
    if matches!(request.hint, Some(Hint::Natural(_))) {
        return Ok(None);
    }
    let hinted = request.hint.as_ref().map(|hint| find_hinted(collection, hint, request)).transpose()?;
    let all = conjuncts(request.filter.root());
    let fits = |index: &&Index| {
        let first = index.spec.fields.first();
        // Keys under a collation do not tell the values.
        first.is_some_and(|field| field.path == *path && field.kind.is_ordered())
            && request.collation.is_none()
            && request.may_use(index)
            && !index.is_multikey()
            && is_complete_for(index, &all)
            && hinted.is_none_or(|hinted| hinted.spec.name == index.spec.name)
    };
    let accesses =
        collection.indexes().iter().filter(fits).filter_map(|index| Access::new(index, &all, true));
    let decided = accesses.filter(|access| access.residual.is_empty() && access.key_filter.is_empty());
    let Some(access) = decided.min_by_key(|access| access.index.spec.fields.len()) else { return Ok(None) };
    // Only bounds on the field itself leave each value whole.
    if access.bounds.fields.iter().skip(1).any(|field| !field.is_all()) {
        return Ok(None);
    }
    let scan = Box::new(DistinctScan::new(access.index, access.bounds.clone()));
    let kind = ProjectionKind::Covered(access.index.spec.name.clone());
    let root = ProjectionStage::new(scan, Rc::new(projection()?), request.filter.clone(), kind);
    Ok(Some(Candidate::new(Box::new(root), false, true)))
}
