//! The leading part of a pipeline that the collection's cursor executes.

use std::rc::Rc;

use crate::plan::{Hint, Meta, OnePerGroup};
use crate::query::Filter;

/// The part of a pipeline that the collection's cursor executes, in this order: filter, sort,
/// skip, limit, projection.
#[derive(Clone, Debug, Default)]
pub struct CursorPart {
    /// The filter; `None` for all documents.
    pub filter: Option<Rc<Filter>>,
    /// The sort specification.
    pub sort: Option<Vec<u8>>,
    /// The number of documents to skip.
    pub skip: u64,
    /// The largest number of documents to emit.
    pub limit: Option<u64>,
    /// The fields to keep, as a `find` projection; the rest of the pipeline sees only these.
    pub projection: Option<Vec<u8>>,
    /// The dotted paths that the rest of the pipeline reads; `None`: the whole document.
    pub fields: Option<Vec<String>>,
    /// The hint that forces an access path.
    pub hint: Option<Hint>,
    /// The metadata that the pipeline needs from the plan.
    pub metadata: Vec<Meta>,
    /// Set when the next stage is a `$group` that needs only one document per group.
    pub one_per_group: Option<OnePerGroup>,
    /// The sort that puts this document first in its group, for a cursor without a sort of its own.
    pub group_order: Option<Vec<u8>>,
}
