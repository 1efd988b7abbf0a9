//! `RECORD_STORE_FAST_COUNT`: the number of records, which the collection knows.

use crate::error::Result;
use crate::plan::{CommonStats, Execution, Stage, Step};

/// See the module. For explain; it gives no rows.
#[derive(Debug, Default)]
pub struct FastCount {
    stats: CommonStats,
}

impl Stage for FastCount {
    fn next(&mut self, _execution: &mut Execution<'_>) -> Result<Step> {
        let step = Step::Done;
        self.stats.count(&step);
        Ok(step)
    }

    fn name(&self) -> &'static str {
        "RECORD_STORE_FAST_COUNT"
    }

    fn stats(&self) -> CommonStats {
        self.stats
    }
}
