//! `RECORD_STORE_FAST_COUNT`: the number of records, which the collection maintains.

use crate::collection::Collection;
use crate::error::Result;
use crate::plan::{CommonStats, Limits, PlanStage, Progress, RowBatch};
use crate::value::DocBuilder;

/// The `RECORD_STORE_FAST_COUNT` stage. For explain only; it returns no rows.
#[derive(Debug, Default)]
pub struct FastCount {
    stats: CommonStats,
    counted: u64,
    skipped: u64,
}

impl FastCount {
    /// Reports the number of records counted, and of those skipped before.
    pub fn new(counted: u64, skipped: u64) -> Self {
        FastCount { counted, skipped, ..FastCount::default() }
    }
}

impl PlanStage for FastCount {
    fn work(&mut self, _: &Collection, _: Limits, _: &mut RowBatch) -> Result<Progress> {
        Ok(self.stats.count(Progress::EOF))
    }

    fn name(&self) -> &'static str {
        "RECORD_STORE_FAST_COUNT"
    }

    fn stats(&self) -> CommonStats {
        // The whole count is one unit of work.
        CommonStats { works: 1, is_eof: true, ..self.stats }
    }

    fn describe_stats(&self, out: &mut DocBuilder) {
        out.append_count("nCounted", self.counted).append_count("nSkipped", self.skipped);
    }
}
