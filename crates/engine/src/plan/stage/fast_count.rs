//! `RECORD_STORE_FAST_COUNT`: the number of records, which the collection maintains.

use crate::error::Result;
use crate::plan::{CommonStats, PlanExecution, PlanStage, Step};
use crate::value::DocBuilder;

/// See the module. For explain only; it returns no rows.
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
    fn next(&mut self, _execution: &mut PlanExecution<'_>) -> Result<Step> {
        let step = Step::Done;
        self.stats.count(&step);
        Ok(step)
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
