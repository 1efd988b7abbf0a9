//! `SUBPLAN`: an `$or` at the root of a query, whose branches were planned one by one.

use crate::collection::Collection;
use crate::error::Result;
use crate::plan::{CommonStats, Limits, PlanStage, Progress, RowBatch};

/// The `SUBPLAN` stage. Passes on the rows of the chosen plan.
#[derive(Debug)]
pub struct Subplan {
    input: Box<dyn PlanStage>,
    stats: CommonStats,
}

impl Subplan {
    /// Wraps the plan of an `$or`.
    pub fn new(input: Box<dyn PlanStage>) -> Self {
        // A trial has already pulled rows from the input.
        let stats = input.stats();
        Subplan { input, stats }
    }
}

impl PlanStage for Subplan {
    fn work(&mut self, collection: &Collection, limits: Limits, out: &mut RowBatch) -> Result<Progress> {
        let progress = self.input.work(collection, limits, out)?;
        self.stats.is_eof |= self.input.stats().is_eof;
        Ok(self.stats.count(progress))
    }

    fn name(&self) -> &'static str {
        "SUBPLAN"
    }

    fn stats(&self) -> CommonStats {
        self.stats
    }

    fn inputs(&self) -> Vec<&dyn PlanStage> {
        vec![&*self.input]
    }
}
