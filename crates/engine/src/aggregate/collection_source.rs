//! Reading a collection at the head of a pipeline.

use std::rc::Rc;

use super::cursor_part::CursorPart;
use super::execution::{Catalog, Execution, Usage};
use super::expression::{Dependencies, Environment};
use super::stage::{Document, DocumentConsumer, Effect, Input, Kind, Stage};
use crate::collection::{Collection, Index, RecordId};
use crate::plan::{
    self, Candidate, PlanRequest, SortPattern, choose_anew, one_per_group, total_examined, winning_summary,
};
use crate::projection::Projection;
use crate::query::{Filter, FilterContext, Node};
use crate::value::{DocBuilder, RawDoc};
use crate::{Error, ErrorCode, Result};

/// A collection read by the planner's choice of plan: explain's `$cursor`.
#[derive(Debug)]
pub struct CollectionSource {
    namespace: String,
    /// Where the collection is in the catalog; `None` when it does not exist.
    place: Option<(usize, [u8; 16])>,
    request: PlanRequest,
    plan: Candidate,
    rejected: Vec<Candidate>,
    /// The plan at the end of its trial, for explain.
    trial: Option<Candidate>,
    /// Whether the pipeline asks the plan about documents.
    asked: bool,
    gives_one_of_each: bool,
    /// The fields that the pipeline reads, when those are not all.
    fields: Option<Vec<String>>,
    /// A record to be given next, and nothing behind it.
    again: Option<Option<RecordId>>,
}

impl CollectionSource {
    /// Plans the reading of a collection. One that does not exist is empty.
    ///
    /// # Errors
    /// What planning raises: a hint that names no index, a malformed sort.
    pub fn open(execution: Execution<'_>, database: &str, name: &str, mut part: CursorPart) -> Result<Self> {
        let Execution { catalog, environment } = execution;
        let found = catalog.find(database, name);
        let collection = found.map(|(_, collection)| collection);
        let request = request_of(environment, &mut part)?;
        let root = request.filter.root();
        let asked = !part.metadata.is_empty() || root.is_near() || root.has_text();
        let fields = part.fields.as_deref().filter(|_| request.projection.is_none());
        let mut chosen = None;
        let mut gives_one_of_each = false;
        if !asked {
            chosen = one_for_groups(collection, &request, &part, fields)?;
            gives_one_of_each = chosen.is_some();
            if chosen.is_none() {
                chosen = covered(collection, &request, fields)?;
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
            asked,
            gives_one_of_each,
            fields: part.fields,
            again: None,
        })
    }

    /// Plans once more, with a projection to the fields that are read: explain shows it,
    /// while stages read the documents as they are stored.
    ///
    /// # Errors
    /// Errors of planning.
    pub fn show_fields(&mut self, catalog: &Catalog) -> Result<()> {
        let known = self.request.projection.is_some() || self.request.records_only || self.asked;
        let Some(projection) = projection(self.fields.as_deref()).filter(|_| !known) else { return Ok(()) };
        let collection = self.place.and_then(|(slot, uuid)| catalog.at(slot, &uuid));
        self.request.projection = Some(projection);
        (self.plan, self.rejected) = choose_anew(collection, &self.request)?;
        Ok(())
    }

    /// Plans once more, with a projection that the next stage is about, for explain.
    /// A cursor that sorts or counts leaves computing to the pipeline, as it could
    /// compute for documents that are not wanted.
    ///
    /// # Errors
    /// Errors of planning.
    pub fn show_projection(&mut self, catalog: &Catalog, projection: &[u8]) -> Result<bool> {
        let request = &self.request;
        let bound = request.sort.is_some() || request.skip > 0 || request.limit.is_some();
        // A covered plan has its fields as projection.
        let projects = request.projection.is_some() && !self.plan.is_covered();
        if bound || projects || request.records_only || self.asked || self.gives_one_of_each {
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

    /// Repeats the trial of the plan, which explain shows.
    ///
    /// # Errors
    /// Errors of planning.
    pub fn repeat_trial(&mut self, catalog: &Catalog) -> Result<()> {
        let collection = self.place.and_then(|(slot, uuid)| catalog.at(slot, &uuid));
        self.trial = plan::trial_of(&self.rejected, collection, &self.request)?;
        Ok(())
    }

    /// The plan at the end of its trial, when there was one.
    pub fn trial(&self) -> Option<&Candidate> {
        self.trial.as_ref()
    }

    /// Whether it gives one document of each group of the `$group` that comes next.
    pub fn gives_one_of_each(&self) -> bool {
        self.gives_one_of_each
    }

    /// `database.collection`.
    pub fn namespace(&self) -> &str {
        &self.namespace
    }

    /// The plan.
    pub fn request(&self) -> &PlanRequest {
        &self.request
    }

    /// The plan chosen.
    pub fn plan(&self) -> &Candidate {
        &self.plan
    }

    /// The plans not chosen.
    pub fn rejected(&self) -> &[Candidate] {
        &self.rejected
    }

    /// The collection; `None` when it does not exist.
    fn collection<'db>(&mut self, execution: &Execution<'db>) -> Result<Option<&'db Collection>> {
        let Some((slot, uuid)) = &mut self.place else {
            return Ok(None);
        };
        if let Some(collection) = execution.catalog.at(*slot, uuid) {
            return Ok(Some(collection));
        }
        // Between two commands other collections may have come or gone.
        let moved = execution.catalog.slot_of(uuid).and_then(|at| {
            *slot = at;
            execution.catalog.at(at, uuid)
        });
        moved.map(Some).ok_or_else(|| {
            let text = format!("collection dropped. UUID of collection {}", self.namespace);
            Error::new(ErrorCode::QUERY_PLAN_KILLED, text)
        })
    }

    /// A source that gives these records of the same collection, as a plan of this one has found them.
    pub fn of_records(&self, records: &Rc<[RecordId]>) -> Self {
        CollectionSource {
            namespace: self.namespace.clone(),
            place: self.place,
            request: self.request.clone(),
            plan: Candidate::of(Box::new(plan::stage::RecordList::new(records.clone()))),
            rejected: Vec::new(),
            trial: None,
            asked: false,
            gives_one_of_each: false,
            fields: None,
            again: None,
        }
    }

    /// Restricts the source to one record, which it may have returned before.
    pub fn give(&mut self, record: RecordId) {
        self.again = Some(Some(record));
    }

    /// The next document.
    ///
    /// # Errors
    /// Errors of the plan.
    pub fn next<'db>(&mut self, execution: &Execution<'db>) -> Result<Option<Document<'db>>> {
        let Some(collection) = self.collection(execution)? else {
            return Ok(None);
        };
        if let Some(record) = &mut self.again {
            let document = record.take().and_then(|record| collection.records().get(record));
            return Ok(document.map(Document::Borrowed));
        }
        if self.gives_records() {
            while let Some(record) = self.plan.next_record(&mut plan::PlanExecution { collection })? {
                if let Some(document) = collection.records().get(record) {
                    return Ok(Some(Document::Borrowed(document)));
                }
            }
            return Ok(None);
        }
        while let Some(row) = self.plan.next(&mut plan::PlanExecution { collection })? {
            if self.asked {
                let known = row_metadata(&row, &self.request, &self.plan, collection)?;
                *execution.environment.metadata.borrow_mut() = Some(known);
            }
            if let Some(document) = row.document {
                return Ok(Some(Document::Owned(document)));
            }
            if let Some(document) = row.record.and_then(|record| collection.records().get(record)) {
                return Ok(Some(Document::Borrowed(document)));
            }
        }
        Ok(None)
    }

    /// Whether it gives records of the collection and nothing else, so that
    /// [`Self::next_records`] is there for them.
    pub fn gives_records(&self) -> bool {
        !self.asked && self.plan.gives_records()
    }

    /// Appends the next records, maybe none; `None` at the end.
    ///
    /// # Errors
    /// Errors of the plan.
    pub fn next_records<'db>(
        &mut self,
        execution: &Execution<'db>,
        out: &mut Vec<RecordId>,
    ) -> Result<Option<&'db Collection>> {
        let Some(collection) = self.collection(execution)? else {
            return Ok(None);
        };
        let more = self.plan.next_records(&mut plan::PlanExecution { collection }, out)?;
        Ok(more.then_some(collection))
    }

    /// The work so far.
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

/// The metadata that a plan has for a row.
fn row_metadata(
    row: &plan::Row,
    request: &PlanRequest,
    plan: &Candidate,
    collection: &Collection,
) -> Result<Rc<plan::Metadata>> {
    let mut metadata = row.metadata.as_deref().cloned().unwrap_or_default();
    metadata.record_id = row.record.map(|record| record as i64 + 1);
    if request.keep_keys {
        metadata.index_key = plan::stage::index_key(&*plan.root, row, collection);
    }
    if let (Some(sort), Some(doc)) = (&request.sort, row.document(collection)) {
        metadata.sort_key = Some(sort.values(doc, row.metadata.as_deref())?);
    }
    Ok(Rc::new(metadata))
}

/// The projection to these fields; `None` when all or none are wanted.
fn projection(fields: Option<&[String]>) -> Option<Rc<Projection>> {
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

/// The plan request for the part of a pipeline that a cursor carries out.
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

/// The plan that gives one document of each group, where that is all that is wanted.
fn one_for_groups(
    collection: Option<&Collection>,
    request: &PlanRequest,
    part: &CursorPart,
    fields: Option<&[String]>,
) -> Result<Option<Chosen>> {
    let (Some(collection), Some(wanted)) = (collection, &part.one_per_group) else { return Ok(None) };
    let mut request = PlanRequest { projection: projection(fields), ..request.clone() };
    if let Some(order) = &part.group_order {
        request.sort = Some(sort_pattern(order, &request)?);
    }
    let plan = one_per_group(collection, &request, wanted)?;
    Ok(plan.map(|plan| (request, plan, Vec::new())))
}

/// The plan that needs no documents, when the fields that are read are all in
/// one index; `None` when there is none or it is not the best.
fn covered(
    collection: Option<&Collection>,
    request: &PlanRequest,
    fields: Option<&[String]>,
) -> Result<Option<Chosen>> {
    let (Some(collection), Some(fields)) = (collection, fields) else {
        return Ok(None);
    };
    let mut request = request.clone();
    if fields.is_empty() {
        // Only how many documents there are matters.
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
        // Fields that lie in one another make no projection.
        let Some(projection) = projection(Some(fields)) else { return Ok(None) };
        request.projection = Some(projection);
    }
    let (plan, rejected) = choose_anew(Some(collection), &request)?;
    Ok(plan.is_covered().then_some((request, plan, rejected)))
}

impl Stage for CollectionSource {
    fn next<'db>(
        &mut self,
        _: &mut Input<'_>,
        execution: &mut Execution<'db>,
    ) -> Result<Option<Document<'db>>> {
        CollectionSource::next(self, execution)
    }

    fn each(
        &mut self,
        _: &mut Input<'_>,
        execution: &mut Execution<'_>,
        taker: &mut DocumentConsumer<'_>,
    ) -> Result<Option<bool>> {
        if self.again.is_some() || !self.gives_records() {
            return Ok(None);
        }
        let Some(collection) = self.collection(execution)? else { return Ok(Some(true)) };
        let mut reading = plan::PlanExecution { collection };
        self.plan.each_document(&mut reading, &mut |document| taker.give(document, None)).map(Some)
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
