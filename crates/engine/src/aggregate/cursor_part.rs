//! The leading part of a pipeline that a collection's cursor does better.

use std::rc::Rc;

use crate::plan::{Hint, Meta, OnePerGroup};
use crate::query::Filter;

/// The part of a pipeline that a collection's cursor carries out, in this order: filter, sort,
/// skip, limit, projection; only the named fields need to be there.
#[derive(Clone, Debug, Default)]
pub struct CursorPart {
    /// The filter; `None` for all documents.
    pub filter: Option<Rc<Filter>>,
    /// The sort specification.
    pub sort: Option<Vec<u8>>,
    /// Documents to leave out.
    pub skip: u64,
    /// Documents to give at most.
    pub limit: Option<u64>,
    /// The fields to keep, as a `find` projection; the rest of the pipeline sees only these.
    pub projection: Option<Vec<u8>>,
    /// The dotted paths that the rest of the pipeline reads; `None`: the whole document.
    pub fields: Option<Vec<String>>,
    /// A forced way to read.
    pub hint: Option<Hint>,
    /// The metadata that the pipeline needs from the plan.
    pub metadata: Vec<Meta>,
    /// Set when a `$group` comes next that needs only one document of each group.
    pub one_per_group: Option<OnePerGroup>,
    /// The order that this one document is the first of, when the cursor has none.
    pub group_order: Option<Vec<u8>>,
}
