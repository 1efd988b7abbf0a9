//! `EOF`: returns nothing, for missing collections and for conditions that nothing satisfies.

use crate::error::Result;
use crate::plan::{CommonStats, PlanExecution, PlanStage, Step};

/// See the module.
#[derive(Debug, Default)]
pub struct Eof {
    stats: CommonStats,
}

impl PlanStage for Eof {
    fn next(&mut self, _execution: &mut PlanExecution<'_>) -> Result<Step> {
        let step = Step::Done;
        self.stats.count(&step);
        Ok(step)
    }

    fn name(&self) -> &'static str {
        "EOF"
    }

    fn stats(&self) -> CommonStats {
        // The stage is at its end before the first pull.
        CommonStats { works: self.stats.works.max(1), is_eof: true, ..self.stats }
    }

    fn summary(&self, out: &mut Vec<String>) {
        out.push("EOF".into());
    }
}
