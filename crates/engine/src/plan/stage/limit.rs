//! `LIMIT`: at most a number of rows.

use crate::collection::Collection;
use crate::error::Result;
use crate::plan::{CommonStats, Limits, PlanStage, Progress, RowBatch};
use crate::value::DocBuilder;

/// The `LIMIT` stage.
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
    fn work(&mut self, collection: &Collection, limits: Limits, out: &mut RowBatch) -> Result<Progress> {
        let rows = limits.rows.min(usize::try_from(self.left).unwrap_or(usize::MAX));
        let progress = if rows == 0 {
            Progress::EOF
        } else {
            self.input.work(collection, Limits { rows, ..limits }, out)?
        };
        self.left -= progress.rows;
        self.stats.is_eof |= self.left == 0;
        Ok(self.stats.count(progress))
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
