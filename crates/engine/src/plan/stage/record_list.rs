//! A plan stage over a list of records that another plan found. Explain never shows it.

use std::rc::Rc;

use crate::collection::{Collection, RecordId};
use crate::error::Result;
use crate::plan::{CommonStats, Limits, PlanStage, Progress, RowBatch};

/// Returns the records of a list, in its order.
#[derive(Debug)]
pub struct RecordList {
    records: Rc<[RecordId]>,
    /// The number of records returned so far.
    returned: usize,
    stats: CommonStats,
}

impl RecordList {
    /// Returns these records.
    pub fn new(records: Rc<[RecordId]>) -> Self {
        RecordList { records, returned: 0, stats: CommonStats::default() }
    }
}

impl PlanStage for RecordList {
    fn work(&mut self, _: &Collection, limits: Limits, out: &mut RowBatch) -> Result<Progress> {
        let rest = self.records.get(self.returned..).unwrap_or_default();
        let next = rest.get(..limits.most()).unwrap_or(rest);
        out.records.extend_from_slice(next);
        self.returned += next.len();
        Ok(self.stats.count(Progress::of_rows(next.len())))
    }

    fn yields_records(&self) -> bool {
        true
    }

    fn name(&self) -> &'static str {
        "FOUND"
    }

    fn stats(&self) -> CommonStats {
        self.stats
    }
}
