//! The request for a plan.

use std::rc::Rc;

use super::{Direction, SortPattern};
use crate::aggregate::expression::Environment;
use crate::collection::{Index, RecordId};
use crate::projection::Projection;
use crate::query::Filter;
use crate::value::{Collation, RawDoc, View, compare_documents};

/// A forced access path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// An index name.
    Name(String),
    /// An index key pattern.
    Pattern(Vec<u8>),
    /// Natural order.
    Natural(Direction),
}

/// A query to plan.
#[derive(Clone, Debug)]
pub struct PlanRequest {
    /// The filter.
    pub filter: Rc<Filter>,
    /// The filter document as written, if known.
    pub given: Option<Rc<[u8]>>,
    /// The time of planning, in milliseconds since 1970.
    pub now_millis: i64,
    /// The requested order.
    pub sort: Option<SortPattern>,
    /// The number of documents to skip.
    pub skip: u64,
    /// The maximum number of documents to return.
    pub limit: Option<u64>,
    /// Whether the reader stops at the limit, so that no stage needs to: a write without a sort.
    pub stops_itself: bool,
    /// The projection.
    pub projection: Option<Rc<Projection>>,
    /// Whether this is a `find`, which may use an express plan.
    pub is_find: bool,
    /// A forced access path.
    pub hint: Option<Hint>,
    /// The collation of strings; `None` compares code points.
    pub collation: Option<Rc<Collation>>,
    /// Whether only records are needed, not documents (`count` without a residual filter).
    pub records_only: bool,
    /// The inclusive lower end of an index scan, a document of the index's fields.
    pub min: Option<Vec<u8>>,
    /// The exclusive upper end.
    pub max: Option<Vec<u8>>,
    /// Whether to return index keys instead of documents.
    pub return_key: bool,
    /// Whether rows carry the index key that led to them.
    pub keep_keys: bool,
    /// Whether to return documents with their record's number.
    pub show_record_id: bool,
    /// The record after which a forward scan begins.
    pub start_after: Option<RecordId>,
    /// Whether to reject collection scans.
    pub no_table_scan: bool,
    /// Whether a sort may exceed the memory limit.
    pub allow_disk_use: bool,
    /// The indexes that an index filter allows, as the bytes of an array.
    pub allowed: Option<Rc<[u8]>>,
}

impl PlanRequest {
    /// Limits a write to one document. The limit is part of the plan only with a sort.
    pub fn take_one(&mut self) {
        self.limit = Some(1);
        self.stops_itself = self.sort.is_none();
    }

    /// Returns the requested order, if any.
    pub fn order(&self) -> Option<&SortPattern> {
        self.sort.as_ref().filter(|sort| !sort.is_empty())
    }

    /// Returns the limit that a stage of the plan must apply.
    pub fn planned_limit(&self) -> Option<u64> {
        self.limit.filter(|_| !self.stops_itself)
    }

    /// Requests all documents that match, with the command's collation and time.
    pub fn within(environment: &Environment, filter: Rc<Filter>) -> Self {
        PlanRequest {
            now_millis: environment.now_millis.get(),
            collation: environment.collation.clone(),
            no_table_scan: environment.no_table_scan,
            allow_disk_use: environment.allow_disk_use,
            ..PlanRequest::matching(filter)
        }
    }

    /// Requests all documents that match, in any order.
    pub fn matching(filter: Rc<Filter>) -> Self {
        PlanRequest {
            filter,
            given: None,
            now_millis: 0,
            sort: None,
            skip: 0,
            limit: None,
            stops_itself: false,
            projection: None,
            is_find: false,
            hint: None,
            collation: None,
            records_only: false,
            min: None,
            max: None,
            return_key: false,
            keep_keys: false,
            show_record_id: false,
            start_after: None,
            no_table_scan: false,
            allow_disk_use: true,
            allowed: None,
        }
    }
}

impl PlanRequest {
    /// Whether the index and the query have the same collation.
    pub(super) fn compares_as(&self, index: &Index) -> bool {
        self.collation == index.spec.collation
    }

    /// Whether the query may use this index.
    pub(super) fn may_use(&self, index: &Index) -> bool {
        !index.spec.hidden && !index.spec.clustered && self.compares_as(index) && self.allows(index)
    }

    /// Whether the index, whose collation differs, may serve conditions on values without strings.
    pub(super) fn may_use_partly(&self, index: &Index) -> bool {
        let spec = &index.spec;
        let is_plain = spec.wildcard.is_none() && spec.text.is_none() && spec.partial.is_none();
        is_plain
            && spec.fields.iter().all(|field| field.kind.is_ordered())
            && !spec.hidden
            && !spec.clustered
            && !self.compares_as(index)
            && self.allows(index)
    }

    /// Whether no index filter excludes the index.
    fn allows(&self, index: &Index) -> bool {
        let Some(allowed) = &self.allowed else { return true };
        RawDoc::new(allowed).values().any(|value| match value.view() {
            View::String(name) => name == index.spec.name.as_bytes(),
            View::Document(pattern) => compare_documents(pattern, index.spec.pattern()).is_eq(),
            _ => false,
        })
    }
}
