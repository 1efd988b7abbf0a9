//! Plans that read one index entry per distinct value.

use std::rc::Rc;

use super::access::Access;
use super::completeness::is_complete_for;
use super::conjuncts::conjuncts;
use super::planner::find_hinted;
use super::stage::{DistinctScan, Fetch, ProjectionKind, ProjectionStage};
use super::{Candidate, Direction, Hint, PlanRequest};
use crate::collection::{Collection, Index, KeyKind};
use crate::error::Result;
use crate::projection::Projection;
use crate::value::Path;

/// Returns the indexes that decide the whole filter, each with the position of the requested field. Fields
/// before it are restricted to single values.
fn accesses<'c>(
    collection: &'c Collection,
    request: &PlanRequest,
    path: &Path,
    may_expand: bool,
) -> Result<Vec<(Access<'c>, usize)>> {
    if matches!(request.hint, Some(Hint::Natural(_))) {
        return Ok(Vec::new());
    }
    let hinted = request.hint.as_ref().map(|hint| find_hinted(collection, hint, request)).transpose()?;
    let all = conjuncts(request.filter.root());
    // An index descends into arrays at a numbered path part; expressions don't.
    if path.parts().iter().any(|part| part.index.is_some()) {
        return Ok(Vec::new());
    }
    let fits = |index: &&Index| {
        request.may_use(index)
            && index.spec.wildcard.is_none()
            && is_complete_for(index, &all)
            && hinted.is_none_or(|hinted| hinted.spec.name == index.spec.name)
    };
    let access = |index: &'c Index| {
        let at = index.spec.fields.iter().position(|field| field.path == *path)?;
        // A hashed field after the requested one does not change the order of its values.
        let may_be = |place: usize, kind: KeyKind| {
            kind.is_ordered() || may_expand && place > at && kind == KeyKind::Hashed
        };
        let mut fields = index.spec.fields.iter().enumerate();
        let ordered = fields.all(|(place, field)| may_be(place, field.kind));
        if !ordered || (index.multikey[at] != 0 && !may_expand) {
            return None;
        }
        let access = Access::of_any_extent(index, &all)?;
        // If the field has arrays, a filter selects documents with all their elements, but bounds only
        // some.
        let whole = access.bounds.fields[at..].iter().all(|field| field.is_all())
            && index.multikey[..at].iter().all(|&m| m == 0);
        if index.multikey[at] != 0 && !whole {
            return None;
        }
        let decided = access.residual.is_empty() && access.key_filter.is_empty();
        let single = access.bounds.fields.iter().take(at).all(|field| field.is_point());
        // A value may recur under another value of an earlier field; `distinct` removes the duplicate.
        (decided && (single || may_expand)).then_some((access, at))
    };
    Ok(collection.indexes().iter().filter(fits).filter_map(access).collect())
}

/// Returns the plan of a `distinct` that reads each value of an index once; `None` when no index decides
/// the whole query.
///
/// # Errors
/// A hint that names no index.
pub fn distinct_plan(
    collection: &Collection,
    request: &PlanRequest,
    path: &Path,
    projection: impl FnOnce() -> Result<Projection>,
) -> Result<Option<Candidate>> {
    // Keys under a collation don't contain the values.
    if request.collation.is_some() {
        return Ok(None);
    }
    let found = accesses(collection, request, path, true)?;
    let Some((access, at)) = found.into_iter().min_by_key(|(access, _)| access.index.spec.fields.len())
    else {
        return Ok(None);
    };
    let scan = DistinctScan::new(access.index, access.bounds.clone(), at + 1, Direction::Forward).exact();
    let is_flat = path.parts().len() == 1;
    let covered = || ProjectionKind::Covered(access.index.spec.name.clone());
    let kind = if is_flat { covered() } else { ProjectionKind::Default };
    let root = ProjectionStage::new(Box::new(scan), Rc::new(projection()?), request, kind);
    Ok(Some(Candidate::of(Box::new(root)).covered()))
}

/// A `$group` that needs only one document per group.
#[derive(Clone, Debug)]
pub struct OnePerGroup {
    /// The group key.
    pub path: Path,
    /// Whether the group needs its last document in sort order, not the first.
    pub last: bool,
}

/// Returns the plan that yields the first or last document of each group in sort order, reading each index
/// value once; `None` when no index allows that.
/// <https://www.mongodb.com/docs/manual/reference/operator/aggregation/group/#optimization-to-return-the-first-or-last-document-of-each-group>
///
/// # Errors
/// A hint that names no index.
pub fn one_per_group(
    collection: &Collection,
    request: &PlanRequest,
    wanted: &OnePerGroup,
) -> Result<Option<Candidate>> {
    let sort = request.order();
    let mut best: Option<(usize, Access<'_>, usize, Direction)> = None;
    for (access, at) in accesses(collection, request, &wanted.path, false)? {
        let direction = match sort {
            Some(sort) => match access.sort_direction(sort) {
                Some(direction) => direction,
                None => continue,
            },
            None => Direction::Forward,
        };
        let direction = if wanted.last { direction.reversed() } else { direction };
        let index = access.index;
        // A backward scan meets a document by its greatest element, but ascending sort order uses its
        // least.
        if wanted.last && sort.is_some() && index.multikey[at..].iter().any(|arrays| *arrays != 0) {
            continue;
        }
        let fields = index.spec.fields.len();
        if best.as_ref().is_none_or(|(known, ..)| fields < *known) {
            best = Some((fields, access, at, direction));
        }
    }
    let Some((_, access, at, direction)) = best else { return Ok(None) };
    let index = access.index;
    let scan = Box::new(DistinctScan::new(index, access.bounds.clone(), at + 1, direction));
    let projection = request.projection.as_ref();
    let covered = request.collation.is_none()
        && projection
            .and_then(|projection| projection.required_fields())
            .is_some_and(|fields| fields.iter().all(|path| index.covers(path)));
    let root: Box<dyn super::PlanStage> = match projection {
        Some(projection) if covered => {
            let kind = ProjectionKind::of_keys(projection, &index.spec.name);
            Box::new(ProjectionStage::new(scan, projection.clone(), request, kind))
        }
        _ => Box::new(Fetch::new(scan, None)),
    };
    let plan = Candidate::of(root);
    Ok(Some(if covered { plan.covered() } else { plan }))
}
