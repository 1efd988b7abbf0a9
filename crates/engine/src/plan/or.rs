//! Plans of an `$or`: one scan per index that its branches use
//! (<https://www.mongodb.com/docs/manual/reference/operator/query/or/#-or-clauses-and-indexes>).

use super::access::Access;
use super::completeness::is_complete_for;
use super::conjuncts::{conjuncts, filter_of, is_implied, with_implied};
use super::planner::{Sorting, fetched, finish, finish_fetched, index_plans, scan};
use super::stage::{Fetch, Or, SortMerge};
use super::wildcard::{WildcardPathIndex, on_paths};
use super::{Candidate, Direction, FieldBounds, PlanRequest, PlanStage, SortPattern};
use crate::collection::{Collection, Index};
use crate::query::{Filter, Node};
use std::rc::Rc;

/// The use of an index by one or several branches.
struct Walk<'a> {
    access: Access<'a>,
    /// The branches. Only those that are a condition on one field may share a scan.
    branches: Vec<Node>,
    is_single: bool,
}

/// Returns the plans for the first `$or` among the conjuncts; none when some branch has no index, or not
/// the hinted one.
pub(super) fn or_plans(
    collection: &Collection,
    all: &[Node],
    request: &PlanRequest,
    hinted: Option<&Index>,
) -> Vec<Candidate> {
    plans(collection, all, request, hinted).unwrap_or_default()
}

fn plans(
    collection: &Collection,
    all: &[Node],
    request: &PlanRequest,
    hinted: Option<&Index>,
) -> Option<Vec<Candidate>> {
    let at = all.iter().position(|node| matches!(node, Node::Or(branches) if !branches.is_empty()))?;
    let Node::Or(branches) = &all[at] else { return None };
    let others = all.iter().enumerate().filter(|(i, node)| *i != at && !is_implied(node));
    let rest: Vec<Node> = others.map(|(_, node)| node.clone()).collect();
    let other_conditions = with_implied(rest.clone());
    let sort = request.order();
    let conditions: Vec<Vec<Node>> = branches
        .iter()
        .map(|branch| {
            let mut own = conjuncts(branch);
            own.extend(rest.iter().cloned());
            with_implied(own)
        })
        .collect();
    let usable = |own: &[Node]| -> Vec<&Index> {
        let may = |index: &&Index| match hinted {
            Some(only) => only.spec.name == index.spec.name,
            None => request.may_use(index),
        };
        collection.indexes().iter().filter(may).filter(|index| is_complete_for(index, own)).collect()
    };
    // The wildcard indexes for the paths of each branch.
    let by_path: Vec<Vec<WildcardPathIndex>> = conditions
        .iter()
        .map(|own| {
            let wildcards = usable(own).into_iter().filter(|index| index.spec.wildcard.is_some());
            wildcards.flat_map(|index| on_paths(index, own)).collect()
        })
        .collect();
    let mut walks: Vec<Walk<'_>> = Vec::new();
    // For each of the other conditions, whether every scan decides it.
    let mut decided = vec![true; rest.len()];
    for ((branch, own), on_paths) in branches.iter().zip(&conditions).zip(&by_path) {
        let ordinary = usable(own)
            .into_iter()
            .filter(|index| index.spec.wildcard.is_none())
            .filter_map(|index| Access::new(index, own))
            .filter(|access| is_narrower(access, &other_conditions));
        let wild = on_paths.iter().filter_map(WildcardPathIndex::access);
        let mut access = wild.chain(ordinary).max_by_key(|access| worth(access, sort))?;
        let count = conjuncts(branch).len();
        let is_wild = access.index.spec.wildcard.is_some();
        for (place, decided) in decided.iter_mut().enumerate() {
            *decided &= !is_wild && access.decided[count + place];
        }
        if !is_wild {
            access.settle(own, count);
        }
        let is_single = !is_wild && is_one_condition(branch);
        let walk = Walk { access, branches: vec![branch.clone()], is_single };
        match walks.iter_mut().find(|other| other.may_join(&walk)) {
            Some(other) => other.join(walk),
            None => walks.push(walk),
        }
    }
    let above: Vec<Node> = rest.into_iter().zip(decided).filter(|(_, done)| !done).map(|(n, _)| n).collect();
    if let [_] = walks.as_slice() {
        let mut access = walks.remove(0).access;
        access.residual.extend(above);
        return Some(index_plans(access, request));
    }
    Some(vec![union(&walks, filter_of(&above), sort, request)])
}

/// Returns the union of several scans, sorted if each of them is.
fn union(
    walks: &[Walk<'_>],
    above: Option<Rc<Filter>>,
    sort: Option<&SortPattern>,
    request: &PlanRequest,
) -> Candidate {
    let accesses: Vec<&Access<'_>> = walks.iter().map(|walk| &walk.access).collect();
    let in_order: Option<Vec<Direction>> =
        sort.and_then(|sort| accesses.iter().map(|access| access.sort_direction(sort)).collect());
    // If the index decides the branches, fetch documents once, above the union.
    let unfetched = accesses.iter().all(|access| access.residual.is_empty());
    let input = |(access, direction): (&&Access<'_>, Direction)| -> Box<dyn PlanStage> {
        if unfetched { Box::new(scan(access, direction)) } else { fetched(access, direction) }
    };
    let directions = in_order.clone().unwrap_or_else(|| vec![Direction::Forward; accesses.len()]);
    let inputs: Vec<Box<dyn PlanStage>> = accesses.iter().zip(directions).map(input).collect();
    let sorting = if in_order.is_some() { Sorting::Done } else { Sorting::Open };
    let mut root: Box<dyn PlanStage> = match (sort, in_order) {
        (Some(sort), Some(_)) => Box::new(SortMerge::new(inputs, sort.clone(), None)),
        _ => Box::new(Or::new(inputs)),
    };
    if unfetched {
        return finish_fetched(root, above, request, sorting, None);
    }
    if above.is_some() {
        root = Box::new(Fetch::again(root, above));
    }
    finish(root, request, sorting)
}

/// Returns a rank of how well an index decides a branch.
fn worth(access: &Access<'_>, sort: Option<&SortPattern>) -> impl Ord + use<> {
    let ordered = sort.is_some_and(|sort| access.sort_direction(sort).is_some());
    let points = access.bounds.fields.iter().take_while(|f| f.is_points()).count();
    // A wildcard index's key begins with the path, a point that no condition of the query adds.
    let paths = usize::from(access.index.spec.wildcard.is_some());
    (
        ordered,
        points.saturating_sub(paths),
        access.bound_fields.saturating_sub(paths),
        std::cmp::Reverse(access.index.spec.fields.len()),
    )
}

/// Whether the branch itself narrows the scan, beyond the conditions next to the `$or`.
fn is_narrower(access: &Access<'_>, other_conditions: &[Node]) -> bool {
    Access::of_any_extent(access.index, other_conditions)
        .is_none_or(|without| !same_bounds(&without.bounds.fields, &access.bounds.fields))
}

fn same_bounds(a: &[FieldBounds], b: &[FieldBounds]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.bounds.intervals == b.bounds.intervals)
}

fn is_one_condition(branch: &Node) -> bool {
    match branch {
        Node::Leaf(_) => true,
        Node::Not(inner) => matches!(**inner, Node::Leaf(_)),
        _ => false,
    }
}

impl Walk<'_> {
    /// Whether both scan one index for conditions on its first field.
    fn may_join(&self, other: &Walk<'_>) -> bool {
        let (own, theirs) = (&self.access, &other.access);
        self.is_single
            && other.is_single
            && own.index.spec.name == theirs.index.spec.name
            && own.index.spec.fields[0].kind.is_ordered()
            && same_bounds(&own.bounds.fields[1..], &theirs.bounds.fields[1..])
    }

    fn join(&mut self, other: Walk<'_>) {
        let undecided = |access: &Access<'_>| (!access.key_filter.is_empty(), !access.residual.is_empty());
        let (own, theirs) = (undecided(&self.access), undecided(&other.access));
        self.branches.extend(other.branches);
        let first = &mut self.access.bounds.fields[0];
        let bounds = first.bounds.union(&other.access.bounds.fields[0].bounds);
        *first = FieldBounds::new(&first.path, bounds, first.descending);
        // If a branch leaves conditions open, test the whole disjunction.
        let either = || vec![Node::Or(self.branches.clone())];
        let fetched = own.1 || theirs.1;
        let keyed = !fetched && (own.0 || theirs.0);
        self.access.residual = if fetched { either() } else { Vec::new() };
        self.access.key_filter = if keyed { either() } else { Vec::new() };
    }
}
