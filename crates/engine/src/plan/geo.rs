//! Planning of geospatial conditions on geospatial indexes.

use super::access::Access;
use super::completeness::is_complete_for;
use super::conjuncts::filter_of;
use super::planner::{Sorting, find_hinted, finish, planning_failed};
use super::stage::GeoNear;
use super::{Candidate, FieldBounds, Hint, PlanRequest};
use crate::collection::{Collection, Index, KeyField, KeyKind};
use crate::error::{Error, ErrorCode, Result};
use crate::geo::{CellRange, Geospatial, Near};
use crate::query::{Bound, Bounds, Interval, Leaf, Node};
use crate::value::Value;

/// Returns the index bounds of cell ranges.
fn bounds_of(ranges: Vec<CellRange>) -> Bounds {
    let end = |number: i64| Bound { value: Value::Int64(number), inclusive: true };
    let interval = |(low, high): CellRange| Interval { low: end(low), high: end(high) };
    Bounds::inexact(ranges.into_iter().map(interval).collect())
}

/// Returns the geospatial condition that an index field can answer.
fn condition<'n>(conjuncts: &'n [Node], field: &KeyField) -> Option<&'n Geospatial> {
    let fits = |condition: &&Geospatial| match field.kind {
        KeyKind::Sphere => condition.is_spherical(),
        KeyKind::Plane => condition.is_planar(),
        _ => false,
    };
    leaves(conjuncts)
        .filter(|leaf| leaf.path == field.path)
        .find_map(|leaf| leaf.predicate.geospatial().filter(fits))
}

fn leaves(conjuncts: &[Node]) -> impl Iterator<Item = &Leaf> {
    conjuncts.iter().filter_map(|node| match node {
        Node::Leaf(leaf) => Some(leaf),
        _ => None,
    })
}

/// Returns the bounds of a geospatial field; `None` when no condition restricts it.
pub(super) fn field_bounds(conjuncts: &[Node], index: &Index, field: &KeyField) -> Option<Bounds> {
    let condition = condition(conjuncts, field)?;
    Some(bounds_of(condition.ranges(&index.spec.grid(field.kind), index.has_shapes())))
}

/// Whether the conjuncts require a place. Documents without a place have no entry in a geospatial index.
pub(super) fn needs_place(index: &Index, conjuncts: &[Node]) -> bool {
    let geospatial = |field: &&KeyField| field.kind.is_geospatial();
    index.spec.fields.iter().filter(geospatial).any(|field| condition(conjuncts, field).is_some())
}

/// Whether a query has a `$near` or `$nearSphere`.
pub(super) fn is_search(conjuncts: &[Node]) -> bool {
    leaves(conjuncts).any(|leaf| leaf.predicate.near().is_some())
}

/// Returns the plan of a `$near` query, which needs a geospatial index.
///
/// # Errors
/// `NoQueryExecutionPlans` (291) without an index.
pub(super) fn near_plan(collection: &Collection, all: &[Node], request: &PlanRequest) -> Result<Candidate> {
    let failed = |error: Error| planning_failed(&collection.namespace, request, error);
    let hinted = match &request.hint {
        Some(Hint::Natural(_)) => {
            return Err(Error::bad_value("geoNear expression not allowed with $natural hint"));
        }
        Some(hint) => Some(find_hinted(collection, hint, request)?),
        None => None,
    };
    let missing =
        || Error::new(ErrorCode::NO_QUERY_EXECUTION_PLANS, "unable to find index for $geoNear query");
    let search = all.iter().enumerate().find_map(|(at, node)| match node {
        Node::Leaf(leaf) => leaf.predicate.near().map(|near| (at, leaf, near)),
        _ => None,
    });
    let Some((at, leaf, near)) = search else { return Err(failed(missing())) };
    let mut others = all.to_vec();
    others.remove(at);
    let serves = |index: &&Index| {
        request.may_use(index)
            && hinted.is_none_or(|hinted| hinted.spec.name == index.spec.name)
            && field_of(index, leaf, near).is_some()
            && (index.spec.partial.is_none() || is_complete_for(index, all))
    };
    let index = collection.indexes().iter().find(serves).ok_or_else(|| failed(missing()))?;
    let Some(place) = field_of(index, leaf, near) else { return Err(failed(missing())) };
    let access = Access::of_any_extent(index, &others).ok_or_else(|| failed(missing()))?;
    let residual = filter_of(&others);
    let root = Box::new(GeoNear::new(index, access.bounds, place, near.clone(), residual));
    Ok(finish(root, request, Sorting::Open))
}

/// Returns the position of the index field that can answer a `$near`.
fn field_of(index: &Index, leaf: &Leaf, near: &Near) -> Option<usize> {
    let serves = |field: &KeyField| {
        field.path == leaf.path && field.kind.is_geospatial() && near.uses(field.kind == KeyKind::Sphere)
    };
    index.spec.fields.iter().position(serves)
}

/// Returns the bounds of a field for places at distances from `inner` to `outer`.
pub(super) fn ring_bounds(index: &Index, at: usize, near: &Near, inner: f64, outer: f64) -> FieldBounds {
    let field = &index.spec.fields[at];
    let ranges = near.ranges(&index.spec.grid(field.kind), index.has_shapes(), inner, outer);
    FieldBounds::new(field.path.as_str(), bounds_of(ranges), false)
}

/// Checks that `$near` is at the top level and occurs only once.
///
/// # Errors
/// `BadValue` (2) otherwise.
pub fn check_search(root: &Node) -> Result<()> {
    fn count(node: &Node) -> usize {
        match node {
            Node::And(children) | Node::Or(children) | Node::Nor(children) => {
                children.iter().map(count).sum()
            }
            Node::Not(child) => count(child),
            Node::Leaf(leaf) => usize::from(leaf.predicate.near().is_some()),
            Node::Document(_) => 0,
        }
    }
    let searches = count(root);
    if searches > 1 {
        return Err(Error::bad_value("Too many geoNear expressions"));
    }
    if searches == 1 && !root.is_near() {
        return Err(Error::bad_value("geoNear must be top-level expr"));
    }
    Ok(())
}
