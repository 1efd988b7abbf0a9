//! `SKIP`: all rows but the first ones.

use crate::error::Result;
use crate::plan::{CommonStats, PlanExecution, PlanStage, Step};
use crate::value::DocBuilder;

/// See the module.
#[derive(Debug)]
pub struct Skip {
    input: Box<dyn PlanStage>,
    amount: u64,
    left: u64,
    stats: CommonStats,
}

impl Skip {
    /// Returns the rows of `input` after the first `amount`.
    pub fn new(input: Box<dyn PlanStage>, amount: u64) -> Self {
        Skip { input, amount, left: amount, stats: CommonStats::default() }
    }
}

impl PlanStage for Skip {
    fn next(&mut self, execution: &mut PlanExecution<'_>) -> Result<Step> {
        let mut step = self.input.next(execution)?;
        if self.left > 0 && matches!(step, Step::Row(_)) {
            self.left -= 1;
            step = Step::NeedTime;
        }
        self.stats.count(&step);
        Ok(step)
    }

    fn name(&self) -> &'static str {
        "SKIP"
    }

    fn stats(&self) -> CommonStats {
        self.stats
    }

    fn inputs(&self) -> Vec<&dyn PlanStage> {
        vec![&*self.input]
    }

    fn describe(&self, out: &mut DocBuilder) {
        out.append_count("skipAmount", self.amount);
    }
}
