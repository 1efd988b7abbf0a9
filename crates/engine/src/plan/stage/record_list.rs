//! A plan stage over a list of records that another plan found. Explain never shows it.

use std::rc::Rc;

use crate::collection::RecordId;
use crate::error::Result;
use crate::plan::{CommonStats, PlanExecution, PlanStage, Row, Step};

/// Returns the records of a list, in its order.
#[derive(Debug)]
pub struct RecordList {
    records: Rc<[RecordId]>,
    /// The number of records returned so far.
    given: usize,
    stats: CommonStats,
}

impl RecordList {
    /// Returns these records.
    pub fn new(records: Rc<[RecordId]>) -> Self {
        RecordList { records, given: 0, stats: CommonStats::default() }
    }
}

impl PlanStage for RecordList {
    fn next(&mut self, execution: &mut PlanExecution<'_>) -> Result<Step> {
        Ok(match self.next_record(execution)? {
            Step::Row(record) => Step::Row(Row { record: Some(record), ..Row::default() }),
            Step::NeedTime => Step::NeedTime,
            Step::Done => Step::Done,
        })
    }

    fn yields_records(&self) -> bool {
        true
    }

    fn next_record(&mut self, _: &mut PlanExecution<'_>) -> Result<Step<RecordId>> {
        let step = self.records.get(self.given).map_or(Step::Done, |record| Step::Row(*record));
        self.given += 1;
        self.stats.count(&step);
        Ok(step)
    }

    fn next_records(&mut self, _: &mut PlanExecution<'_>, out: &mut Vec<RecordId>) -> Result<bool> {
        let rest = self.records.get(self.given..).unwrap_or_default();
        out.extend_from_slice(rest);
        self.given = self.records.len();
        Ok(!rest.is_empty())
    }

    fn name(&self) -> &'static str {
        "FOUND"
    }

    fn stats(&self) -> CommonStats {
        self.stats
    }
}
