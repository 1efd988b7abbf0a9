//! The leading part of a pipeline that a collection's cursor does better.

use std::rc::Rc;

use crate::plan::{Hint, Meta, OnePerGroup};
use crate::query::Filter;

/// What a cursor over a collection is asked for, in this order: filter, sort,
/// skip, limit, projection; only the named fields need to be there.
#[derive(Clone, Debug, Default)]
pub struct CursorPart {
    /// Which documents; `None`: all.
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
    /// What the pipeline asks of the plan.
    pub metadata: Vec<Meta>,
    /// What is enough of each group, when a `$group` comes next that asks for one document of each.
    pub one_per_group: Option<OnePerGroup>,
    /// The order that this one document is the first of, when the cursor has none.
    pub group_order: Option<Vec<u8>>,
}
