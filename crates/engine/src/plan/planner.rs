//! Candidate plans and the choice between them.
//!
//! Candidates follow the manual's rules (compound prefixes, bounds, sorts by
//! index, `$or` by one index per branch, partial and sparse eligibility:
//! <https://www.mongodb.com/docs/manual/core/query-plans/>,
//! <https://www.mongodb.com/docs/manual/tutorial/sort-results-with-indexes/>).
//! Several candidates are tried for a bounded number of works. The one with the most rows per work wins,
//! and continues from where its trial ended.

use std::rc::Rc;

use super::access::Access;
use super::clustered::whole;
use super::completeness::is_complete_for;
use super::conjuncts::{conjuncts, filter_of, with_implied};
use super::express::express;
use super::geo;
use super::key_range::ranged;
use super::or::or_plans;
use super::stage::{
    AndSorted, CollectionScan, Eof, Fetch, IndexScan, Limit, ProjectionKind, ProjectionStage, ReturnKey,
    ShowRecordId, Skip, Sort, SortMerge,
};
use super::text;
use super::trial::{has_stage, keeps_promise, trial};
use super::wildcard::{WildcardPathIndex, on_paths};
use super::{Candidate, Direction, FieldBounds, Hint, Meta, PlanRequest, PlanStage, SortPattern, cache};
use crate::collection::{Collection, Index};
use crate::error::{Error, ErrorCode, Result};
use crate::query::{Filter, Node};
use crate::value::{Path, RawDoc, display_document};

/// Maximum number of scans that an `$in` with a sort is split into.
const MAX_MERGED_SCANS: usize = 200;
/// Maximum number of index pairs to intersect.
const MAX_INTERSECTIONS: usize = 3;

/// Chooses the plan of a query, from the plan cache if it contains the query's key. Also returns the
/// rejected plans.
///
/// # Errors
/// A hint that names no index; errors of trials.
pub fn choose(collection: Option<&Collection>, request: &PlanRequest) -> Result<(Candidate, Vec<Candidate>)> {
    chosen(collection, request, true)
}

/// Like [`choose`], without the plan cache, for explain.
///
/// # Errors
/// As [`choose`].
pub fn choose_anew(
    collection: Option<&Collection>,
    request: &PlanRequest,
) -> Result<(Candidate, Vec<Candidate>)> {
    chosen(collection, request, false)
}

fn chosen(
    collection: Option<&Collection>,
    request: &PlanRequest,
    use_cache: bool,
) -> Result<(Candidate, Vec<Candidate>)> {
    let Some(collection) = collection else {
        if request.filter.root().has_text() {
            return Err(crate::text::no_index());
        }
        return Ok((Candidate::of(Box::new(Eof::default())).covered(), Vec::new()));
    };
    let restricted = cache::allowed(&collection.plan_cache, request).map(|allowed| PlanRequest {
        allowed: Some(allowed.into()),
        hint: None,
        ..request.clone()
    });
    let request = restricted.as_ref().unwrap_or(request);
    let mut all = candidates(collection, request)?;
    if request.no_table_scan && all.iter().any(|plan| has_stage(&*plan.root, &|stage| stage == "COLLSCAN")) {
        let text = "No indexed plans available, and running with 'notablescan'";
        let error = Error::new(ErrorCode::NO_QUERY_EXECUTION_PLANS, text);
        return Err(planning_failed(&collection.namespace, request, error));
    }
    all.iter_mut().for_each(|candidate| candidate.is_restricted = request.allowed.is_some());
    let subplanned = is_subplanned(request);
    let under = |plan: Candidate| if subplanned { plan.under_subplan() } else { plan };
    if let [_] = all.as_slice() {
        if !use_cache {
            all[0].cache_key = cache::key_of(request, &all) as u32;
        }
        return Ok((under(all.remove(0)), Vec::new()));
    }
    let (cache, epoch) = (&collection.plan_cache, collection.epoch);
    let key = cache::key_of(request, &all);
    if use_cache && let Some(known) = cache.recall(epoch, key).filter(|known| known.chosen < all.len()) {
        let mut candidate = all.swap_remove(known.chosen);
        match keeps_promise(&mut candidate, known.budget, collection) {
            Ok(true) => return Ok((under(candidate), Vec::new())),
            Err(error) if error.code() != ErrorCode::QUERY_EXCEEDED_MEMORY_LIMIT => return Err(error),
            _ => {}
        }
        all = candidates(collection, request)?;
        // The cached plan was worse than expected: the next choice requires a trial.
        cache.forget(key);
    }
    let best = trial(collection, &mut all)?;
    if use_cache {
        cache::store(cache, (epoch, key), best, &all, request);
    }
    let is_cached = !use_cache && cache.holds(epoch, key, best);
    for candidate in &mut all {
        candidate.cache_key = key as u32;
    }
    let mut winner = under(all.remove(best));
    winner.is_cached = is_cached;
    Ok((winner, all))
}

/// Whether explain shows the query's `$or` branches as planned one by one.
fn is_subplanned(request: &PlanRequest) -> bool {
    matches!(request.filter.root(), Node::Or(branches) if branches.len() > 1) && request.hint.is_none()
}

/// Returns all candidate plans.
///
/// # Errors
/// A hint that names no index.
pub fn candidates(collection: &Collection, request: &PlanRequest) -> Result<Vec<Candidate>> {
    if let Some(plan) = express(collection, request) {
        return Ok(vec![plan]);
    }
    if request.filter.root().is_never() {
        if let Some(hint) = request.hint.as_ref().filter(|hint| !matches!(hint, Hint::Natural(_))) {
            find_hinted(collection, hint, request)?;
        }
        return Ok(vec![Candidate::of(Box::new(Eof::default())).covered()]);
    }
    if request.filter.root().has_text() {
        return Ok(vec![text::text_plan(collection, request)?]);
    }
    let all = conjuncts(request.filter.root());
    if geo::is_search(&all) {
        return Ok(vec![geo::near_plan(collection, &all, request)?]);
    }
    let all = with_implied(all);
    if let Some(Hint::Natural(direction)) = request.hint {
        return Ok(vec![whole(collection, &all, request, Some(direction))]);
    }
    let hinted = request.hint.as_ref().map(|hint| find_hinted(collection, hint, request)).transpose()?;
    if request.min.is_some() || request.max.is_some() {
        return ranged(hinted, &all, request);
    }
    if hinted.is_some_and(|index| index.spec.clustered) {
        return Ok(vec![whole(collection, &all, request, None)]);
    }
    if hinted.is_some_and(|index| !serves(index, &all)) {
        return Err(no_solutions(collection, request));
    }
    match hinted.filter(|index| !request.compares_as(index)) {
        Some(index) if index.spec.wildcard.is_some() => {
            hinted_wildcard_of_other_collation(collection, index, &all, request)
        }
        Some(index) => Ok(vec![hinted_of_other_collation(index, &all, request)]),
        None => by_indexes(collection, hinted, &all, request),
    }
}

/// Returns the plan over a hinted index of another collation, which fetches every entry.
fn hinted_of_other_collation(index: &Index, all: &[Node], request: &PlanRequest) -> Candidate {
    let partly = Some(index).filter(|index| request.may_use_partly(index));
    let partly = partly.and_then(|index| Access::under_other_collation(index, all));
    let access = partly.unwrap_or_else(|| Access::of_everything(index, all));
    finish_fetched(
        scan_for(request, &access, Direction::Forward),
        access.residual(),
        request,
        Sorting::Open,
        None,
    )
}

/// Returns the plans over a hinted wildcard index for conditions on values other than strings. The index lacks
/// documents, so without such conditions it can serve no query.
///
/// # Errors
/// `NoQueryExecutionPlans` when there are no such conditions.
fn hinted_wildcard_of_other_collation(
    collection: &Collection,
    index: &Index,
    all: &[Node],
    request: &PlanRequest,
) -> Result<Vec<Candidate>> {
    let on_paths = on_paths(index, all);
    let accesses = on_paths.iter().filter_map(WildcardPathIndex::access_under_other_collation);
    let plans: Vec<_> = accesses.flat_map(|access| index_plans(access, request)).collect();
    if plans.is_empty() { Err(no_solutions(collection, request)) } else { Ok(plans) }
}

/// Returns the plans over the hinted index, or over all indexes; a collection scan if there are none.
fn by_indexes(
    collection: &Collection,
    hinted: Option<&Index>,
    all: &[Node],
    request: &PlanRequest,
) -> Result<Vec<Candidate>> {
    let usable: Vec<&Index> = match hinted {
        Some(index) => vec![index],
        None => {
            let indexes = collection.indexes().iter();
            indexes.filter(|index| request.may_use(index) && is_complete_for(index, all)).collect()
        }
    };
    let (wildcards, usable): (Vec<&Index>, Vec<&Index>) =
        usable.into_iter().partition(|index| index.spec.wildcard.is_some());
    let mut plans = Vec::new();
    for on_path in wildcards.iter().flat_map(|index| on_paths(index, all)) {
        plans.extend(on_path.access().into_iter().flat_map(|access| index_plans(access, request)));
    }
    let bounded: Vec<Access<'_>> = usable.iter().filter_map(|index| Access::new(index, all)).collect();
    let intersections = intersections(&bounded, request);
    plans.extend(bounded.into_iter().flat_map(|access| index_plans(access, request)));
    if hinted.is_none() {
        let others = collection.indexes().iter().filter(|index| request.may_use_partly(index));
        let others = others.filter(|index| is_complete_for(index, all));
        let accesses = others.filter_map(|index| Access::under_other_collation(index, all));
        plans.extend(accesses.flat_map(|access| index_plans(access, request)));
    }
    plans.extend(intersections);
    let united = or_plans(collection, all, request, hinted);
    if is_subplanned(request) && !united.is_empty() {
        return Ok(united);
    }
    plans.extend(united);
    if hinted.is_some() && !wildcards.is_empty() && plans.is_empty() {
        return Err(no_solutions(collection, request));
    }
    let sorted_by_index = plans.iter().any(|plan| !plan.blocking_sort);
    let wants_order = request.order().is_some();
    if (wants_order && (plans.is_empty() || !sorted_by_index)) || (hinted.is_some() && plans.is_empty()) {
        plans.extend(whole_indexes(&usable, all, request));
    }
    if plans.is_empty() {
        let covered = covered_by_any(&usable, all, request);
        plans.push(covered.unwrap_or_else(|| whole(collection, all, request, None)));
    }
    Ok(plans)
}

/// Returns the plans that intersect two indexes. Both are scanned at single values, so that they yield
/// records in record order (<https://www.mongodb.com/docs/manual/core/index-intersection/>).
fn intersections(accesses: &[Access<'_>], request: &PlanRequest) -> Vec<Candidate> {
    let single: Vec<&Access<'_>> =
        accesses.iter().filter(|access| access.bounds.fields.iter().all(FieldBounds::is_point)).collect();
    let mut plans = Vec::new();
    for (at, one) in single.iter().enumerate() {
        for other in &single[at + 1..] {
            let shares = |field: &FieldBounds| other.bounds.fields.iter().any(|f| f.path == field.path);
            if plans.len() == MAX_INTERSECTIONS || one.bounds.fields.iter().any(shares) {
                continue;
            }
            let scans = [one, other]
                .map(|access| Box::new(scan(access, Direction::Forward)) as Box<dyn PlanStage>)
                .into();
            let filter = filter_of(&conjuncts(request.filter.root()));
            plans.push(finish_fetched(Box::new(AndSorted::new(scans)), filter, request, Sorting::Open, None));
        }
    }
    plans
}

/// Whether an index contains every document that could match.
fn serves(index: &Index, all: &[Node]) -> bool {
    index.spec.text.is_none() && (!index.spec.is_geospatial() || geo::needs_place(index, all))
}

fn no_solutions(collection: &Collection, request: &PlanRequest) -> Error {
    let error = Error::new(ErrorCode::NO_QUERY_EXECUTION_PLANS, "No query solutions");
    planning_failed(&collection.namespace, request, error)
}

/// Returns plans that scan a whole index, because it is hinted or has the requested order.
fn whole_indexes(usable: &[&Index], all: &[Node], request: &PlanRequest) -> Vec<Candidate> {
    let hinted = request.hint.is_some();
    let worth = |access: &Access<'_>| {
        let in_order = request.sort.as_ref().and_then(|sort| access.sort_direction(sort)).is_some();
        let spec = &access.index.spec;
        hinted || (access.bound_fields == 0 && in_order && (!spec.sparse || spec.partial.is_some()))
    };
    let walks = usable.iter().filter_map(|index| Access::of_any_extent(index, all).filter(worth));
    walks.flat_map(|access| index_plans(access, request)).collect()
}

/// Returns the hinted index.
///
/// # Errors
/// `BadValue` when it doesn't exist or is hidden.
pub(super) fn find_hinted<'a>(
    collection: &'a Collection,
    hint: &Hint,
    request: &PlanRequest,
) -> Result<&'a Index> {
    let mut hinted = collection.indexes().iter().filter(|index| match hint {
        Hint::Name(name) => index.spec.name == *name,
        Hint::Pattern(pattern) => {
            let given = RawDoc::new(pattern);
            crate::value::compare_documents(index.spec.pattern(), given).is_eq()
        }
        Hint::Natural(_) => false,
    });
    let refused = |text: String| planning_failed(&collection.namespace, request, Error::bad_value(text));
    let found = hinted.next().filter(|index| !index.spec.hidden);
    if let (Some(one), Some(other)) = (found, hinted.next()) {
        return Err(refused(format!(
            "Hint matched multiple indexes, must hint by index name. Matched: kp: {} name: '{}' and kp: {} name: '{}'",
            display_document(one.spec.pattern()),
            one.spec.name,
            display_document(other.spec.pattern()),
            other.spec.name
        )));
    }
    found.ok_or_else(|| refused("hint provided does not correspond to an existing index".to_owned()))
}

/// Returns the error for a query without a plan, which shows the query.
pub fn planning_failed(namespace: &str, request: &PlanRequest, error: Error) -> Error {
    let mut text = format!("error processing query: ns={namespace}");
    if let Some(limit) = request.planned_limit() {
        text.push_str(&format!(" limit={limit}"));
    }
    if request.skip > 0 {
        text.push_str(&format!(" skip={}", request.skip));
    }
    let text_of = |document: Option<RawDoc<'_>>| document.map_or_else(|| "{}".to_owned(), display_document);
    let sort = text_of(request.sort.as_ref().map(SortPattern::document));
    let projection = text_of(request.projection.as_ref().map(|projection| projection.spec()));
    text.push_str(&format!(
        "Tree: {}Sort: {sort}\nProj: {projection}\n planner returned error :: caused by :: ",
        request.filter.root().debug_text(),
    ));
    error.context(&text)
}

/// Returns the plan that reads every document.
pub(super) fn collection_scan(request: &PlanRequest, direction: Direction) -> Candidate {
    let filter = filter_of(&conjuncts(request.filter.root()));
    finish(
        Box::new(CollectionScan::new(filter, direction).after(request.start_after)),
        request,
        Sorting::Open,
    )
}

/// Returns the plans over one use of an index: one scan, or several that together provide the sort order.
pub(super) fn index_plans(access: Access<'_>, request: &PlanRequest) -> Vec<Candidate> {
    let sort = request.order();
    let sorted = sort.map(|sort| access.sort_direction(sort));
    if let (Some(sort), Some(None)) = (sort, sorted)
        && let Some((parts, direction)) = access.explode(sort, MAX_MERGED_SCANS)
    {
        return vec![merged(parts, direction, sort, request)];
    }
    let direction = sorted.flatten().unwrap_or_default();
    let sorting = if sorted == Some(None) { Sorting::Open } else { Sorting::Done };
    if request.return_key {
        let scan = Box::new(scan(&access, direction).keeping_keys());
        let name = Some(access.index.spec.name.clone());
        // Only keys are requested, so documents are read only for residual conditions and sort keys.
        let keyed = access.residual().is_none() && sorting == Sorting::Done && !request.show_record_id;
        return vec![match keyed {
            true => finish_as(scan, request, sorting, name).covered(),
            false => finish_fetched(scan, access.residual(), request, sorting, name),
        }];
    }
    if let Some(plan) = covered(&access, direction, sorting, request) {
        return vec![plan];
    }
    vec![finish_fetched(scan_for(request, &access, direction), access.residual(), request, sorting, None)]
}

/// Returns the scan of an index.
pub(super) fn scan(access: &Access<'_>, direction: Direction) -> IndexScan {
    IndexScan::new(access.index, access.bounds.clone(), direction, access.key_filter())
}

/// Returns an index scan and a fetch that tests the residual conditions.
pub(super) fn fetched(access: &Access<'_>, direction: Direction) -> Box<dyn PlanStage> {
    Box::new(Fetch::new(Box::new(scan(access, direction)), access.residual()))
}

/// Like [`scan`], with index keys in the rows if the request needs them.
fn scan_for(request: &PlanRequest, access: &Access<'_>, direction: Direction) -> Box<dyn PlanStage> {
    let scan = scan(access, direction);
    Box::new(if wants_key(request) { scan.keeping_keys() } else { scan })
}

/// Whether the request needs the index key that led to a document.
fn wants_key(request: &PlanRequest) -> bool {
    request.keep_keys
        || request
            .projection
            .as_ref()
            .is_some_and(|projection| projection.metadata().contains(&Meta::IndexKey))
}

/// Returns the covered plan, if the index contains all requested fields.
fn covered(
    access: &Access<'_>,
    direction: Direction,
    sorting: Sorting,
    request: &PlanRequest,
) -> Option<Candidate> {
    if access.other_collation {
        return None;
    }
    if request.records_only {
        if sorting == Sorting::Open || access.residual_unless_null(&|_| false).next().is_some() {
            return None;
        }
        if access.key_filter.is_empty() && access.bounds.single_range().is_some() {
            let scan = IndexScan::new(access.index, access.bounds.clone(), direction, None).counting();
            return Some(finish(Box::new(scan), request, Sorting::Done).covered());
        }
        return Some(finish(Box::new(scan(access, direction)), request, Sorting::Done).covered());
    }
    if request.show_record_id || access.index.is_expanded {
        return None;
    }
    let projection = request.projection.as_ref()?;
    let fields = projection.required_fields()?;
    let index = access.index;
    let is_shown = |path: &Path| fields.iter().any(|field| overlap(field, path.as_str()));
    if !fields.iter().all(|path| index.covers(path))
        || access.residual_unless_null(&is_shown).next().is_some()
    {
        return None;
    }
    let kind = ProjectionKind::of_keys(projection, &index.spec.name);
    let mut root: Box<dyn PlanStage> = Box::new(scan(access, direction).keeping_keys());
    if sorting == Sorting::Open {
        let sort = request.order().filter(|sort| sort.metadata().next().is_none())?;
        if !sort.fields.iter().all(|field| index.covers(field.path.as_str())) {
            return None;
        }
        root = Box::new(sorted(root, sort, request));
    }
    if request.skip > 0 {
        root = Box::new(Skip::new(root, request.skip));
    }
    root = Box::new(ProjectionStage::new(root, projection.clone(), request, kind));
    if let Some(limit) = request.limit.filter(|_| sorting == Sorting::Done) {
        root = Box::new(Limit::new(root, limit));
    }
    Some(Candidate { blocking_sort: sorting == Sorting::Open, ..Candidate::of(root).covered() })
}

/// Whether two paths are equal, or one is a prefix of the other.
fn overlap(one: &str, other: &str) -> bool {
    let below = |path: &str, above: &str| path.strip_prefix(above).is_some_and(|rest| rest.starts_with('.'));
    one == other || below(one, other) || below(other, one)
}

/// Returns a covered scan of a whole index for a query without conditions. Only for a hinted index, since
/// otherwise a collection scan is cheaper.
fn covered_by_any(usable: &[&Index], all: &[Node], request: &PlanRequest) -> Option<Candidate> {
    if request.hint.is_none() || !all.is_empty() {
        return None;
    }
    usable.iter().find_map(|index| {
        let access = Access::of_any_extent(index, all)?;
        covered(&access, Direction::Forward, Sorting::Done, request)
    })
}

fn merged(
    parts: Vec<Access<'_>>,
    direction: Direction,
    sort: &SortPattern,
    request: &PlanRequest,
) -> Candidate {
    let Some(first) = parts.first() else { return collection_scan(request, Direction::Forward) };
    let index = first.index.spec.name.clone();
    let residual = first.residual();
    let scans = parts
        .iter()
        .map(|part| Box::new(scan(part, direction).keeping_keys()) as Box<dyn PlanStage>)
        .collect();
    let merge = Box::new(SortMerge::new(scans, sort.clone(), Some(index)));
    finish_fetched(merge, residual, request, Sorting::Done, None)
}

/// Whether rows arrive in the requested order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sorting {
    /// They do, or no order is requested.
    Done,
    /// They may arrive in any order.
    Open,
}

/// Adds sort, skip, projection and limit to a plan that finds the documents.
pub(super) fn finish(root: Box<dyn PlanStage>, request: &PlanRequest, sorting: Sorting) -> Candidate {
    finish_as(root, request, sorting, None)
}

/// Adds a sort that keeps only as many rows as the request needs.
fn sorted(root: Box<dyn PlanStage>, sort: &SortPattern, request: &PlanRequest) -> Sort {
    let most = request.limit.map(|limit| limit.saturating_add(request.skip));
    Sort::new(root, sort.clone(), most).allowing_disk_use(request.allow_disk_use)
}

/// Fetches the documents that match a filter, and finishes the plan. `index` is as for [`finish_as`].
pub(super) fn finish_fetched(
    input: Box<dyn PlanStage>,
    filter: Option<Rc<Filter>>,
    request: &PlanRequest,
    sorting: Sorting,
    index: Option<String>,
) -> Candidate {
    let sorts = sorting == Sorting::Open && request.order().is_some();
    if request.skip == 0 || filter.is_some() || sorts {
        return finish_as(Box::new(Fetch::new(input, filter)), request, sorting, index);
    }
    // Skipped rows need no fetch.
    let skip = Skip::new(input, request.skip);
    let rest = PlanRequest { skip: 0, ..request.clone() };
    finish_as(Box::new(Fetch::new(Box::new(skip), None)), &rest, sorting, index)
}

/// Like [`finish`]. `index` is the index whose keys the rows carry.
fn finish_as(
    mut root: Box<dyn PlanStage>,
    request: &PlanRequest,
    sorting: Sorting,
    index: Option<String>,
) -> Candidate {
    let sort = request.order().filter(|_| sorting == Sorting::Open);
    let blocking = sort.is_some();
    if let Some(sort) = sort {
        root = Box::new(sorted(root, sort, request));
    }
    if request.skip > 0 {
        root = Box::new(Skip::new(root, request.skip));
    }
    if request.return_key {
        root = Box::new(ReturnKey::new(root, index, request));
    } else if let Some(projection) = &request.projection {
        let kind = if projection.is_simple() { ProjectionKind::Simple } else { ProjectionKind::Default };
        root = Box::new(ProjectionStage::new(root, projection.clone(), request, kind));
    }
    if request.show_record_id {
        root = Box::new(ShowRecordId::new(root));
    }
    if let Some(limit) = request.limit {
        // A sort already applies limit and skip.
        if !blocking {
            root = Box::new(Limit::new(root, limit));
        }
    }
    Candidate { blocking_sort: blocking, ..Candidate::of(root) }
}
