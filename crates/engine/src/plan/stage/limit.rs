//! `LIMIT`: at most a number of rows.

use crate::error::Result;
use crate::plan::{CommonStats, PlanExecution, PlanStage, Step};
use crate::value::DocBuilder;

/// See the module.
#[derive(Debug)]
pub struct Limit {
    input: Box<dyn PlanStage>,
    amount: u64,
    left: u64,
    stats: CommonStats,
}

impl Limit {
    /// Returns the first `amount` rows of `input`.
    pub fn new(input: Box<dyn PlanStage>, amount: u64) -> Self {
        Limit { input, amount, left: amount, stats: CommonStats::default() }
    }
}

impl PlanStage for Limit {
    fn next(&mut self, execution: &mut PlanExecution<'_>) -> Result<Step> {
        let step = if self.left == 0 { Step::Done } else { self.input.next(execution)? };
        if matches!(step, Step::Row(_)) {
            self.left -= 1;
        }
        self.stats.count(&step);
        if self.left == 0 {
            self.stats.is_eof = true;
        }
        Ok(step)
    }

    fn name(&self) -> &'static str {
        "LIMIT"
    }

    fn stats(&self) -> CommonStats {
        self.stats
    }

    fn inputs(&self) -> Vec<&dyn PlanStage> {
        vec![&*self.input]
    }

    fn describe(&self, out: &mut DocBuilder) {
        out.append_count("limitAmount", self.amount);
    }
}
