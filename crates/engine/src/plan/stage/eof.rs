//! `EOF`: returns nothing, for missing collections and for conditions that nothing satisfies.

use crate::collection::Collection;
use crate::error::Result;
use crate::plan::{CommonStats, Limits, PlanStage, Progress, RowBatch};

/// The `EOF` stage.
#[derive(Debug, Default)]
pub struct Eof {
    stats: CommonStats,
}

impl PlanStage for Eof {
    fn work(&mut self, _: &Collection, _: Limits, _: &mut RowBatch) -> Result<Progress> {
        Ok(self.stats.count(Progress::EOF))
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
