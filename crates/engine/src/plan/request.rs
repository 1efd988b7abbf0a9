//! The request for a plan.

use std::rc::Rc;

use super::{Direction, SortPattern};
use crate::aggregate::expression::Environment;
use crate::collection::{Index, RecordId};
use crate::projection::Projection;
use crate::query::Filter;
use crate::value::{Collation, RawDoc, View, compare_documents};

/// A forced way to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// An index by name.
    Name(String),
    /// An index by key pattern.
    Pattern(Vec<u8>),
    /// Natural order.
    Natural(Direction),
}

/// A query to be planned.
#[derive(Clone, Debug)]
pub struct PlanRequest {
    /// The filter.
    pub filter: Rc<Filter>,
    /// The filter as it was given, when it was.
    pub given: Option<Rc<[u8]>>,
    /// When it is planned, milliseconds since 1970.
    pub now_millis: i64,
    /// In which order.
    pub sort: Option<SortPattern>,
    /// Documents to skip first.
    pub skip: u64,
    /// The most documents to return.
    pub limit: Option<u64>,
    /// Whether the reader stops at the limit, so that no stage has to: a write without a sort.
    pub stops_itself: bool,
    /// The projection of documents.
    pub projection: Option<Rc<Projection>>,
    /// Whether this is a `find`, which gets single documents without planning.
    pub is_find: bool,
    /// A forced way to read.
    pub hint: Option<Hint>,
    /// The collation of strings; `None` compares bytes.
    pub collation: Option<Rc<Collation>>,
    /// Whether only records are wanted, not documents (`count` without a filter left over).
    pub records_only: bool,
    /// The key that an index walk starts at, a document of the index's fields.
    pub min: Option<Vec<u8>>,
    /// The key that it ends before.
    pub max: Option<Vec<u8>>,
    /// Whether index keys are given in place of documents.
    pub return_key: bool,
    /// Whether rows carry the index key that they were found by.
    pub keep_keys: bool,
    /// Whether documents are given with the number of their record.
    pub show_record_id: bool,
    /// The record behind which a forward scan begins.
    pub start_after: Option<RecordId>,
    /// Whether it is refused to look at every document.
    pub no_table_scan: bool,
    /// Whether a sort may exceed the memory limit.
    pub allow_disk_use: bool,
    /// The indexes that may be used, when an index filter restricts them: an array's bytes.
    pub allowed: Option<Rc<[u8]>>,
}

impl PlanRequest {
    /// Lets a write take one document; only a sort makes that a part of the plan.
    pub fn take_one(&mut self) {
        self.limit = Some(1);
        self.stops_itself = self.sort.is_none();
    }

    /// The order that is asked for, if any is.
    pub fn order(&self) -> Option<&SortPattern> {
        self.sort.as_ref().filter(|sort| !sort.is_empty())
    }

    /// The limit that a stage of the plan keeps.
    pub fn planned_limit(&self) -> Option<u64> {
        self.limit.filter(|_| !self.stops_itself)
    }

    /// All documents that match, as a command asks for them: compared by its collation, at its time.
    pub fn within(environment: &Environment, filter: Rc<Filter>) -> Self {
        PlanRequest {
            now_millis: environment.now_millis.get(),
            collation: environment.collation.clone(),
            no_table_scan: environment.no_table_scan,
            allow_disk_use: environment.allow_disk_use,
            ..PlanRequest::matching(filter)
        }
    }

    /// All documents that match, in no particular order.
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
    /// Whether the index holds strings as the query compares them.
    pub(super) fn compares_as(&self, index: &Index) -> bool {
        self.collation == index.spec.collation
    }

    /// Whether the query may be answered from this index.
    pub(super) fn may_use(&self, index: &Index) -> bool {
        !index.spec.hidden && !index.spec.clustered && self.compares_as(index) && self.allows(index)
    }

    /// Whether the index, which orders strings in another way, may serve conditions on other values.
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

    /// Whether no index filter keeps the index from this query.
    fn allows(&self, index: &Index) -> bool {
        let Some(allowed) = &self.allowed else { return true };
        RawDoc::new(allowed).values().any(|value| match value.view() {
            View::String(name) => name == index.spec.name.as_bytes(),
            View::Document(pattern) => compare_documents(pattern, index.spec.pattern()).is_eq(),
            _ => false,
        })
    }
}
