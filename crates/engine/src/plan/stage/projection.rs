//! `PROJECTION_SIMPLE`, `PROJECTION_DEFAULT`, `PROJECTION_COVERED`: the requested part of each document.

use std::rc::Rc;

use crate::collection::{Collection, RecordId};
use crate::error::Result;
use crate::plan::{
    CommonStats, Limits, Meta, Payload, PlanRequest, PlanStage, Progress, RowBatch, SortPattern,
};
use crate::projection::Projection;
use crate::query::Filter;
use crate::value::{DocBuilder, RawDoc};

use super::index_scan::key_document;
use super::return_key::index_key;

/// The source and complexity of a projection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProjectionKind {
    /// A top-level inclusion or exclusion.
    Simple,
    /// Any other projection.
    Default,
    /// A top-level inclusion from the keys of this index, without fetching.
    Covered(String),
    /// Any other projection from the keys of this index.
    DefaultOfKeys(String),
}

impl ProjectionKind {
    /// Returns the kind of a projection of an index's keys.
    pub fn of_keys(projection: &Projection, index: &str) -> Self {
        let kind = if projection.is_simple() { Self::Covered } else { Self::DefaultOfKeys };
        kind(index.to_owned())
    }
}

/// The projection stages.
#[derive(Debug)]
pub struct ProjectionStage {
    input: Box<dyn PlanStage>,
    projection: Rc<Projection>,
    /// Finds the array position for a positional projection.
    filter: Rc<Filter>,
    kind: ProjectionKind,
    /// The sort pattern, when the projection includes sort keys.
    sort: Option<SortPattern>,
    stats: CommonStats,
}

impl ProjectionStage {
    /// Projects the rows of `input`.
    pub fn new(
        input: Box<dyn PlanStage>,
        projection: Rc<Projection>,
        request: &PlanRequest,
        kind: ProjectionKind,
    ) -> Self {
        let filter = request.filter.clone();
        let sort = request.sort.clone().filter(|_| projection.metadata().contains(&Meta::SortKey));
        ProjectionStage { input, projection, filter, kind, sort, stats: CommonStats::default() }
    }

    /// Returns the projection of a row; `None` if its record is gone.
    fn project(
        &self,
        record: RecordId,
        payload: &Payload,
        collection: &Collection,
    ) -> Result<Option<Vec<u8>>> {
        if let ProjectionKind::Covered(name) | ProjectionKind::DefaultOfKeys(name) = &self.kind {
            let key = payload.key.as_ref();
            let from_key =
                key.and_then(|key| key_document(collection.index(name)?, &key.bytes, &key.type_bits));
            if let Some(doc) = from_key {
                return self.projection.apply(RawDoc::new(&doc), None).map(Some);
            }
        }
        let Some(doc) = payload.document(record, collection) else { return Ok(None) };
        let position =
            if self.projection.needs_position() { self.filter.matches_with_position(doc)? } else { None };
        let asks = self.projection.metadata();
        if !asks.is_empty() {
            let mut metadata = payload.metadata.as_deref().cloned().unwrap_or_default();
            metadata.record_id = Some(i64::from(record) + 1);
            metadata.index_key = index_key(&*self.input, payload, collection);
            if let Some(sort) = &self.sort {
                metadata.sort_key = Some(sort.values(doc, payload.metadata.as_deref())?);
            }
            self.projection.set_metadata(Some(Rc::new(metadata)));
        }
        let projected = self.projection.apply(doc, position.as_ref());
        if !asks.is_empty() {
            self.projection.set_metadata(None);
        }
        projected.map(Some)
    }
}

impl PlanStage for ProjectionStage {
    fn work(&mut self, collection: &Collection, limits: Limits, out: &mut RowBatch) -> Result<Progress> {
        let given = out.len();
        let progress = self.input.work(collection, limits, out)?;
        out.replace_documents(given, |record, payload| self.project(record, payload, collection))?;
        Ok(self.stats.count(progress.with_rows(out.len() - given)))
    }

    fn name(&self) -> &'static str {
        match self.kind {
            ProjectionKind::Simple => "PROJECTION_SIMPLE",
            ProjectionKind::Default | ProjectionKind::DefaultOfKeys(_) => "PROJECTION_DEFAULT",
            ProjectionKind::Covered(_) => "PROJECTION_COVERED",
        }
    }

    fn stats(&self) -> CommonStats {
        self.stats
    }

    fn inputs(&self) -> Vec<&dyn PlanStage> {
        vec![&*self.input]
    }

    fn describe(&self, out: &mut DocBuilder) {
        out.append_doc("transformBy", self.projection.spec());
    }
}
