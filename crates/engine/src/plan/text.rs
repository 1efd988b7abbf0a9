//! Planning of `$text` on the text index.

use super::access::Access;
use super::completeness::{holds_partial, is_complete_for};
use super::conjuncts::{conjuncts, filter_of, with_implied};
use super::planner::{Sorting, fetched, finish, planning_failed};
use super::stage::{Fetch, Or, TextMatch};
use super::{Candidate, Direction, FieldBounds, IndexBounds, Meta, PlanRequest, PlanStage};
use crate::collection::{Collection, Index, KeyKind};
use crate::error::{Error, ErrorCode, Result};
use crate::query::{Bounds, Interval, Node};
use crate::text::{TextSpec, no_index};
use crate::value::Value;

/// Checks that `$text` is allowed where it is used.
///
/// # Errors
/// `BadValue` (2) otherwise.
pub(super) fn check_text(request: &PlanRequest) -> Result<()> {
    let root = request.filter.root();
    let found = root.text_searches();
    let refuse = |text: &str| Err(Error::bad_value(text));
    if found.len() > 1 {
        return refuse("Too many text expressions");
    }
    if root.is_near() {
        return refuse("text and geoNear not allowed in same query");
    }
    if in_nor(root) {
        return refuse("text expression not allowed in nor");
    }
    if request.hint.is_some() { refuse("text and hint not allowed in same query") } else { Ok(()) }
}

fn in_nor(node: &Node) -> bool {
    match node {
        Node::And(children) | Node::Or(children) => children.iter().any(in_nor),
        Node::Nor(children) => children.iter().any(Node::has_text),
        Node::Not(child) => child.has_text(),
        _ => false,
    }
}

/// Binds the filter's `$text` to its text index, and returns the index.
///
/// # Errors
/// `IndexNotFound` (27) without one.
pub(super) fn bind<'a>(collection: &'a Collection, filter: &Node) -> Result<(&'a Index, &'a TextSpec)> {
    let of = |index: &'a Index| Some((index, index.spec.text.as_deref()?));
    let (index, spec) =
        collection.indexes().iter().filter(|index| !index.spec.hidden).find_map(of).ok_or_else(no_index)?;
    for search in filter.text_searches() {
        search.bind(spec);
    }
    Ok((index, spec))
}

/// Returns the plan of a filter with `$text`.
///
/// # Errors
/// `IndexNotFound` (27). `NoQueryExecutionPlans` (291) when the fields before the text fields don't all
/// have an equality, or when another clause of an `$or` with `$text` has no index
/// (<https://www.mongodb.com/docs/manual/reference/operator/query/text/#restrictions>).
pub(super) fn text_plan(collection: &Collection, request: &PlanRequest) -> Result<Candidate> {
    check_text(request)?;
    let (index, spec) = bind(collection, request.filter.root())?;
    let root = search_stage(collection, request, (index, spec), &conjuncts(request.filter.root()))?;
    Ok(finish(root, request, Sorting::Open))
}

/// Returns a plan for documents that satisfy several conditions. One condition is `$text`, or contains it.
fn search_stage(
    collection: &Collection,
    request: &PlanRequest,
    text: (&Index, &TextSpec),
    all: &[Node],
) -> Result<Box<dyn PlanStage>> {
    let search = all.iter().enumerate().find_map(|(at, node)| match node {
        Node::Document(predicate) => Some((at, predicate.text_search()?)),
        _ => None,
    });
    if let Some((at, search)) = search {
        let (before, after) = (&all[..at], &all[at + 1..]);
        return matched(collection, request, text, search, (all, &[before, after].concat()));
    }
    let unusable = |text| {
        planning_failed(&collection.namespace, request, Error::new(ErrorCode::NO_QUERY_EXECUTION_PLANS, text))
    };
    let union = all.iter().enumerate().find_map(|(at, node)| match node {
        Node::Or(branches) if node.has_text() => Some((at, branches)),
        _ => None,
    });
    let Some((at, branches)) = union else { return Err(unusable("No query solutions")) };
    let inputs = branches.iter().map(|branch| {
        let mut own = conjuncts(branch);
        own.extend(all[..at].iter().chain(&all[at + 1..]).cloned());
        if branch.has_text() {
            return search_stage(collection, request, text, &own);
        }
        let own = with_implied(own);
        let usable = collection.indexes().iter().filter(|index| {
            index.spec.wildcard.is_none() && request.may_use(index) && is_complete_for(index, &own)
        });
        let best = usable
            .filter_map(|index| Access::new(index, &own))
            .max_by_key(|access| access.bounds.fields.iter().take_while(|field| field.is_points()).count());
        best.map(|access| fetched(&access, Direction::Forward)).ok_or_else(|| {
            unusable("Failed to produce a solution for TEXT under OR - other non-TEXT clauses under OR have to be indexed as well.")
        })
    });
    Ok(Box::new(Or::new(inputs.collect::<Result<_>>()?)))
}

/// Returns the text search with further conditions: `all` includes `$text`, `others` doesn't.
fn matched(
    collection: &Collection,
    request: &PlanRequest,
    (index, spec): (&Index, &TextSpec),
    search: &crate::text::Search,
    (all, others): (&[Node], &[Node]),
) -> Result<Box<dyn PlanStage>> {
    let unusable = || {
        let text = "failed to use text index to satisfy $text query (if text index is compound, are equality predicates given for all prefix fields?)";
        planning_failed(&collection.namespace, request, Error::new(ErrorCode::NO_QUERY_EXECUTION_PLANS, text))
    };
    if !holds_partial(index, all) {
        return Err(unusable());
    }
    let access = Access::of_any_extent(index, others).ok_or_else(unusable)?;
    let fields = &access.bounds.fields;
    let first_text = index.spec.fields.iter().position(|field| field.kind == KeyKind::Text).unwrap_or(0);
    if !fields.iter().take(first_text).all(FieldBounds::is_point) {
        return Err(unusable());
    }
    let query = search.bind(spec);
    let scans = query.terms.iter().map(|term| {
        let mut bounds: IndexBounds = access.bounds.clone();
        let point = Bounds::inexact(vec![Interval::point(Value::string(term.clone()))]);
        bounds.fields[first_text] = FieldBounds::new("_fts", point, false);
        bounds
    });
    let shown = request.projection.as_ref().map_or(&[][..], |projection| projection.metadata());
    let mut asked = request.sort.iter().flat_map(|sort| sort.metadata()).chain(shown.iter().copied());
    let scored = asked.any(|meta| meta == Meta::TextScore);
    let scans: Vec<IndexBounds> = scans.collect();
    let stage = Box::new(TextMatch::new(index, scans, first_text + 1, query.clone(), scored));
    let open: Vec<Node> = access.key_filter.iter().chain(&access.residual).cloned().collect();
    Ok(match filter_of(&open) {
        None => stage,
        filter => Box::new(Fetch::again(stage, filter)),
    })
}
