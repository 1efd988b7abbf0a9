//! `RECORD_STORE_FAST_COUNT`: the number of records, which the collection knows.

use crate::error::Result;
use crate::plan::{CommonStats, PlanExecution, PlanStage, Step};
use crate::value::DocBuilder;

/// See the module. For explain; it gives no rows.
#[derive(Debug, Default)]
pub struct FastCount {
    stats: CommonStats,
    counted: u64,
    skipped: u64,
}

impl FastCount {
    /// Says how many records were counted, and how many left out before.
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
        // One look does it all.
        CommonStats { works: 1, is_eof: true, ..self.stats }
    }

    fn describe_stats(&self, out: &mut DocBuilder) {
        out.append_count("nCounted", self.counted).append_count("nSkipped", self.skipped);
    }
}
