//! The source stage that reads a collection.

use std::rc::Rc;

use super::cursor_part::CursorPart;
use super::execution::{Catalog, Execution, Usage};
use super::expression::{Dependencies, Environment};
use super::row_sink::{Row, RowSink};
use super::stage::{Effect, Input, Kind, Stage};
use crate::collection::{Collection, Index, RecordId};
use crate::plan::{
    self, Candidate, PlanRequest, SortPattern, choose_anew, one_per_group, total_examined, winning_summary,
};
use crate::projection::Projection;
use crate::query::{Filter, FilterContext, Node};
use crate::value::{DocBuilder, RawDoc};
use crate::{Error, ErrorCode, Result};

/// The most rows that are read at once. With one row at a time, a `$lookup` that counts its matches took a fifth
/// longer.
const BATCH_ROWS: usize = 256;

/// Reads a collection by the plan that the planner chose. Explain shows it as `$cursor`.
#[derive(Debug)]
pub struct CollectionSource {
    namespace: String,
    /// The collection's catalog slot and UUID; `None` when it doesn't exist.
    place: Option<(usize, [u8; 16])>,
    request: PlanRequest,
    plan: Candidate,
    rejected: Vec<Candidate>,
    /// The plan at the end of its trial, for explain.
    trial: Option<Candidate>,
    /// Whether the pipeline reads metadata of the plan.
    needs_metadata: bool,
    one_per_group: bool,
    /// The fields that the pipeline reads; `None` for the whole document.
    fields: Option<Vec<String>>,
    /// The record that the source is restricted to, if it is restricted; the inner `None` once that record was emitted.
    only_record: Option<Option<RecordId>>,
}

impl CollectionSource {
    /// Plans the read of a collection. A missing collection counts as empty.
    ///
    /// # Errors
    /// Errors of planning: a hint that names no index, a malformed sort.
    pub fn open(execution: Execution<'_>, database: &str, name: &str, mut part: CursorPart) -> Result<Self> {
        let Execution { catalog, environment } = execution;
        let found = catalog.find(database, name);
        let collection = found.map(|(_, collection)| collection);
        let request = request_of(environment, &mut part)?;
        let root = request.filter.root();
        let needs_metadata = !part.metadata.is_empty() || root.is_near() || root.has_text();
        let fields = part.fields.as_deref().filter(|_| request.projection.is_none());
        let mut chosen = None;
        let mut one_per_group = false;
        if !needs_metadata {
            chosen = one_per_group_plan(collection, &request, &part, fields)?;
            one_per_group = chosen.is_some();
            if chosen.is_none() {
                chosen = covered_plan(collection, &request, fields)?;
            }
        }
        let (request, plan, rejected) = match chosen {
            Some(chosen) => chosen,
            None => {
                let (plan, rejected) = choose_anew(collection, &request)?;
                (request, plan, rejected)
            }
        };
        Ok(CollectionSource {
            namespace: format!("{database}.{name}"),
            place: found.map(|(slot, collection)| (slot, collection.uuid)),
            request,
            plan,
            rejected,
            trial: None,
            needs_metadata,
            one_per_group,
            fields: part.fields,
            only_record: None,
        })
    }

    /// Plans again with a projection to the fields read, for explain only: running stages read
    /// documents as stored.
    ///
    /// # Errors
    /// Errors of planning.
    pub fn show_fields(&mut self, catalog: &Catalog) -> Result<()> {
        let known = self.request.projection.is_some() || self.request.records_only || self.needs_metadata;
        let Some(projection) = projection_to(self.fields.as_deref()).filter(|_| !known) else {
            return Ok(());
        };
        let collection = self.place.and_then(|(slot, uuid)| catalog.at(slot, &uuid));
        self.request.projection = Some(projection);
        (self.plan, self.rejected) = choose_anew(collection, &self.request)?;
        Ok(())
    }

    /// Plans again with the next stage's projection, for explain. Returns whether the cursor takes the projection over.
    /// A cursor with a sort, skip or limit doesn't: it would compute fields of documents that it then drops.
    ///
    /// # Errors
    /// Errors of planning.
    pub fn show_projection(&mut self, catalog: &Catalog, projection: &[u8]) -> Result<bool> {
        let request = &self.request;
        let bound = request.sort.is_some() || request.skip > 0 || request.limit.is_some();
        // A covered plan has its fields as projection.
        let projects = request.projection.is_some() && !self.plan.is_covered();
        if bound || projects || request.records_only || self.needs_metadata || self.one_per_group {
            return Ok(false);
        }
        let Ok(projection) = Projection::parse(RawDoc::new(projection), None, &FilterContext::default())
        else {
            return Ok(false);
        };
        let collection = self.place.and_then(|(slot, uuid)| catalog.at(slot, &uuid));
        self.request.projection = Some(Rc::new(projection));
        (self.plan, self.rejected) = choose_anew(collection, &self.request)?;
        Ok(true)
    }

    /// Repeats the plan's trial, which explain shows.
    ///
    /// # Errors
    /// Errors of planning.
    pub fn repeat_trial(&mut self, catalog: &Catalog) -> Result<()> {
        let collection = self.place.and_then(|(slot, uuid)| catalog.at(slot, &uuid));
        self.trial = plan::trial_of(&self.rejected, collection, &self.request)?;
        Ok(())
    }

    /// Returns the plan at the end of its trial, if there was one.
    pub fn trial(&self) -> Option<&Candidate> {
        self.trial.as_ref()
    }

    /// Whether the source emits one document per group of the `$group` that follows.
    pub fn emits_one_per_group(&self) -> bool {
        self.one_per_group
    }

    /// `database.collection`.
    pub fn namespace(&self) -> &str {
        &self.namespace
    }

    /// The request to the planner.
    pub fn request(&self) -> &PlanRequest {
        &self.request
    }

    /// The winning plan.
    pub fn plan(&self) -> &Candidate {
        &self.plan
    }

    /// The rejected plans.
    pub fn rejected(&self) -> &[Candidate] {
        &self.rejected
    }

    /// Returns the collection; `None` when it never existed. Fails when it was dropped.
    fn collection<'db>(&mut self, execution: Execution<'db>) -> Result<Option<&'db Collection>> {
        let Some((slot, uuid)) = &mut self.place else {
            return Ok(None);
        };
        if let Some(collection) = execution.catalog.at(*slot, uuid) {
            return Ok(Some(collection));
        }
        // Other collections may have been created or dropped since the last command.
        let moved = execution.catalog.slot_of(uuid).and_then(|at| {
            *slot = at;
            execution.catalog.at(at, uuid)
        });
        moved.map(Some).ok_or_else(|| {
            let text = format!("collection dropped. UUID of collection {}", self.namespace);
            Error::new(ErrorCode::QUERY_PLAN_KILLED, text)
        })
    }

    /// Creates a source of these records, found by this source's plan.
    pub fn of_records(&self, records: &Rc<[RecordId]>) -> Self {
        CollectionSource {
            namespace: self.namespace.clone(),
            place: self.place,
            request: self.request.clone(),
            plan: Candidate::of(Box::new(plan::stage::RecordList::new(records.clone()))),
            rejected: Vec::new(),
            trial: None,
            needs_metadata: false,
            one_per_group: false,
            fields: None,
            only_record: None,
        }
    }

    /// Restricts the source to one record, which it may have emitted before.
    pub fn restrict_to(&mut self, record: RecordId) {
        self.only_record = Some(Some(record));
    }

    /// Whether the plan emits the unmodified records of a scan, so that [`Self::remaining_records`] reads them.
    pub fn yields_records(&self) -> bool {
        !self.needs_metadata && self.plan.yields_records()
    }

    /// Returns all remaining records; `None` if the collection doesn't exist.
    ///
    /// # Errors
    /// Errors of the plan.
    pub fn remaining_records<'db>(
        &mut self,
        execution: Execution<'db>,
    ) -> Result<Option<(&'db Collection, Vec<RecordId>)>> {
        let Some(collection) = self.collection(execution)? else { return Ok(None) };
        let mut rows = plan::RowBatch::default();
        while self.plan.next_batch(collection, usize::MAX, &mut rows)? {}
        Ok(Some((collection, rows.into_records())))
    }

    /// Returns the work done so far.
    pub fn usage_so_far(&self) -> Usage {
        let root = &*self.plan.root;
        let mut names = Vec::new();
        root.indexes_used(&mut names);
        Usage {
            examined: total_examined(root),
            operations: 1,
            summary: Some(winning_summary(root)),
            sorts_in_memory: self.plan.sorts_in_memory(),
            indexes: names.into_iter().map(|name| (self.namespace.clone(), name)).collect(),
        }
    }
}

/// Returns a plan's metadata of a row.
fn row_metadata(
    record: RecordId,
    payload: Option<&plan::Payload>,
    request: &PlanRequest,
    plan: &Candidate,
    collection: &Collection,
) -> Result<Rc<plan::Metadata>> {
    let empty = plan::Payload::default();
    let payload = payload.unwrap_or(&empty);
    let known = payload.metadata.as_deref();
    let mut metadata = known.cloned().unwrap_or_default();
    metadata.record_id = Some(i64::from(record) + 1);
    if request.keep_keys {
        metadata.index_key = plan::stage::index_key(&*plan.root, payload, collection);
    }
    if let (Some(sort), Some(doc)) = (&request.sort, payload.document(record, collection)) {
        metadata.sort_key = Some(sort.values(doc, known)?);
    }
    Ok(Rc::new(metadata))
}

/// Returns the projection to these fields; `None` for all fields or none.
fn projection_to(fields: Option<&[String]>) -> Option<Rc<Projection>> {
    let fields = fields.filter(|fields| !fields.is_empty())?;
    let mut spec = DocBuilder::new();
    for field in fields {
        spec.append_i32(field, 1);
    }
    if !fields.iter().any(|field| field == "_id") {
        spec.append_i32("_id", 0);
    }
    Projection::parse(RawDoc::new(&spec.finish()), None, &FilterContext::default()).ok().map(Rc::new)
}

/// The request to the planner, the chosen plan, and the rejected ones.
type Chosen = (PlanRequest, Candidate, Vec<Candidate>);

/// Returns the plan request for the part of a pipeline that the cursor executes.
fn request_of(environment: &Environment, part: &mut CursorPart) -> Result<PlanRequest> {
    let filter = match &part.filter {
        Some(filter) => Filter::clone(filter).optimized(environment.collation.as_ref()),
        None => Filter::from_node(Node::always()),
    };
    let mut request = PlanRequest::within(environment, Rc::new(filter));
    request.sort = part.sort.as_deref().map(|sort| sort_pattern(sort, &request)).transpose()?;
    request.skip = part.skip;
    request.limit = part.limit;
    request.hint = part.hint.take();
    request.keep_keys = part.metadata.contains(&plan::Meta::IndexKey);
    request.projection = part
        .projection
        .take()
        .map(|spec| Projection::parse(RawDoc::new(&spec), None, &FilterContext::default()).map(Rc::new))
        .transpose()?;
    Ok(request)
}

fn sort_pattern(sort: &[u8], request: &PlanRequest) -> Result<SortPattern> {
    Ok(SortPattern::parse(RawDoc::new(sort))?.with_collation(request.collation.clone()))
}

/// Returns a plan that emits one document per group, if the pipeline needs no more.
fn one_per_group_plan(
    collection: Option<&Collection>,
    request: &PlanRequest,
    part: &CursorPart,
    fields: Option<&[String]>,
) -> Result<Option<Chosen>> {
    let (Some(collection), Some(wanted)) = (collection, &part.one_per_group) else { return Ok(None) };
    let mut request = PlanRequest { projection: projection_to(fields), ..request.clone() };
    if let Some(order) = &part.group_order {
        request.sort = Some(sort_pattern(order, &request)?);
    }
    let plan = one_per_group(collection, &request, wanted)?;
    Ok(plan.map(|plan| (request, plan, Vec::new())))
}

/// Returns the covered plan if an index contains all fields read; `None` if no index does or another plan wins.
fn covered_plan(
    collection: Option<&Collection>,
    request: &PlanRequest,
    fields: Option<&[String]>,
) -> Result<Option<Chosen>> {
    let (Some(collection), Some(fields)) = (collection, fields) else {
        return Ok(None);
    };
    let mut request = request.clone();
    if fields.is_empty() {
        // Only the number of documents matters.
        if request.sort.is_none() && request.filter.is_empty() {
            return Ok(None);
        }
        request.records_only = true;
    } else {
        let holds = |index: &Index| {
            let has = |field: &String| index.spec.fields.iter().any(|known| known.path.as_str() == field);
            !index.spec.hidden && !index.is_multikey() && fields.iter().all(has)
        };
        if !collection.indexes().iter().any(holds) {
            return Ok(None);
        }
        // A field inside another one makes the projection invalid.
        let Some(projection) = projection_to(Some(fields)) else { return Ok(None) };
        request.projection = Some(projection);
    }
    let (plan, rejected) = choose_anew(Some(collection), &request)?;
    Ok(plan.is_covered().then_some((request, plan, rejected)))
}

impl Stage for CollectionSource {
    fn run(&mut self, input: &mut Input<'_>, sink: &mut RowSink<'_>) -> Result<bool> {
        let execution = input.execution;
        let Some(collection) = self.collection(execution)? else { return Ok(true) };
        if let Some(record) = &mut self.only_record {
            let document = record.take().and_then(|record| collection.records().get(record));
            document.map_or(Ok(()), |document| sink.push(Row::new(document)))?;
            return Ok(true);
        }
        // Read no row that the sink may refuse: explain shows the number of documents examined.
        let mut to_take = sink.rows_to_take();
        while !sink.is_full() {
            if !self.plan.advance(collection, to_take.clamp(1, BATCH_ROWS))? {
                return Ok(true);
            }
            to_take = to_take.saturating_sub(1);
            if self.needs_metadata
                && let Some((record, payload)) = self.plan.current()
            {
                let known = row_metadata(record, payload, &self.request, &self.plan, collection)?;
                *execution.environment.metadata.borrow_mut() = Some(known);
            }
            if let Some(document) = self.plan.current_document(collection) {
                sink.push(Row { document, array_length: None })?;
            }
        }
        Ok(false)
    }

    fn dependencies(&self, _: &mut Dependencies) {}

    fn effect(&self) -> Effect {
        Effect::Replaces
    }

    fn usage(&self, out: &mut Usage) {
        let own = self.usage_so_far();
        out.add(&own);
        out.operations += own.operations;
        if out.summary.is_none() {
            out.summary = own.summary;
        }
    }

    fn kind(&mut self) -> Kind<'_> {
        Kind::Collection(self)
    }

    fn as_collection(&self) -> Option<&CollectionSource> {
        Some(self)
    }
}
