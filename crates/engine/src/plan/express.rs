//! Express plans, which skip plan selection: lookups by `_id`, and by one field's value when a unique index
//! or a limit allows at most one document
//! (<https://www.mongodb.com/docs/manual/reference/explain-results/>: `EXPRESS_IXSCAN`).

use super::completeness::is_complete_for;
use super::planner::{Sorting, finish};
use super::stage::ExpressScan;
use super::{Candidate, PlanRequest};
use crate::collection::{Collection, Index, KeyKind};
use crate::query::{Leaf, Node};
use crate::value::{Value, key};

/// Returns the express plan of a query, if it has one.
pub(super) fn express(collection: &Collection, request: &PlanRequest) -> Option<Candidate> {
    let special = request.skip > 0
        || request.hint.is_some()
        || request.min.is_some()
        || request.max.is_some()
        || request.return_key;
    if special {
        return None;
    }
    let leaf = only_condition(request.filter.root())?;
    let bounds = leaf.predicate.bounds()?;
    let [interval] = bounds.intervals.as_slice() else { return None };
    if !bounds.exact || !interval.is_point() {
        return None;
    }
    let index = if leaf.path.as_str() == "_id" {
        collection.indexes().first().filter(|index| index.spec.is_id() && request.compares_as(index))?
    } else {
        index_of_one(collection, leaf, request)?
    };
    let mut scan = ExpressScan::new(key_in(index, &interval.low.value), index);
    if request.projection.as_ref().is_some_and(|projection| !projection.is_simple()) {
        if !index.spec.is_id() || index.spec.clustered {
            return None;
        }
        scan = scan.as_id_hack();
    }
    let root = Box::new(scan);
    let simple = PlanRequest { limit: None, ..request.clone() };
    // A single document is sorted in any order.
    Some(finish(root, &simple, Sorting::Done).covered())
}

/// Returns the index of an express plan: a unique index on the field, or, with a limit of one, the shortest
/// index that begins with the field.
fn index_of_one<'a>(collection: &'a Collection, leaf: &Leaf, request: &PlanRequest) -> Option<&'a Index> {
    let ordered = request.order().is_some();
    if !request.is_find || ordered || request.show_record_id || request.limit.is_some_and(|limit| limit != 1)
    {
        return None;
    }
    leaf.predicate.equals()?;
    let condition = [Node::Leaf(leaf.clone())];
    let serves = |index: &&Index| {
        let spec = &index.spec;
        let plain = spec.wildcard.is_none() && spec.text.is_none() && spec.partial.is_none();
        plain
            && spec.fields[0].path == leaf.path
            && spec.fields[0].kind.is_ordered()
            && index.multikey.iter().all(|arrays| *arrays == 0)
            && request.may_use(index)
            && is_complete_for(index, &condition)
            && (request.limit == Some(1) || (spec.unique && spec.fields.len() == 1))
    };
    collection.indexes().iter().filter(serves).min_by_key(|index| index.spec.fields.len())
}

/// Returns the key prefix for a value.
fn key_in(index: &Index, value: &Value<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    match index.spec.fields[0].kind {
        KeyKind::Descending => key::encode_descending(value.view(), &mut out),
        _ => key::encode(value.view(), &mut out),
    }
    out
}

/// Returns the filter's only condition.
pub fn only_condition(node: &Node) -> Option<&Leaf> {
    match node {
        Node::Leaf(leaf) => Some(leaf),
        Node::And(children) => match children.as_slice() {
            [only] => only_condition(only),
            _ => None,
        },
        _ => None,
    }
}
