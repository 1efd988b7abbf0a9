//! `CLUSTERED_IXSCAN`: the documents of a clustered collection between two values of `_id`.

use std::rc::Rc;

use crate::collection::Collection;
use crate::error::Result;
use crate::plan::{CommonStats, Direction, Examined, Limits, PlanStage, Progress, RowBatch, total_examined};
use crate::query::Filter;
use crate::value::{DocBuilder, RawDoc, Value};

/// The `CLUSTERED_IXSCAN` stage.
#[derive(Debug)]
pub struct ClusteredScan {
    /// The collection scan below. A server has no index apart from the documents.
    input: Box<dyn PlanStage>,
    filter: Option<Rc<Filter>>,
    direction: Direction,
    ends: Option<(Value<'static>, Value<'static>)>,
}

impl ClusteredScan {
    /// Wraps `input`, a scan of the records between `ends` that match `filter`.
    pub fn new(
        input: Box<dyn PlanStage>,
        filter: Option<Rc<Filter>>,
        direction: Direction,
        ends: Option<(Value<'static>, Value<'static>)>,
    ) -> Self {
        ClusteredScan { input, filter, direction, ends }
    }
}

impl PlanStage for ClusteredScan {
    fn work(&mut self, collection: &Collection, limits: Limits, out: &mut RowBatch) -> Result<Progress> {
        self.input.work(collection, limits, out)
    }

    fn name(&self) -> &'static str {
        if self.ends.is_some() { "CLUSTERED_IXSCAN" } else { "COLLSCAN" }
    }

    fn stats(&self) -> CommonStats {
        self.input.stats()
    }

    fn examined(&self) -> Examined {
        Examined { keys: 0, ..total_examined(&*self.input) }
    }

    fn describe(&self, out: &mut DocBuilder) {
        if let Some(filter) = &self.filter {
            out.append_doc("filter", RawDoc::new(&filter.describe()));
        }
        out.append_str("direction", self.direction.name());
        if let Some((low, high)) = &self.ends {
            out.append("minRecord", low).append("maxRecord", high);
        }
    }

    fn describe_stats(&self, out: &mut DocBuilder) {
        out.append_count("docsExamined", self.examined().documents);
    }

    fn summary(&self, out: &mut Vec<String>) {
        out.push(self.name().into());
    }

    fn indexes_used(&self, _out: &mut Vec<String>) {}
}
