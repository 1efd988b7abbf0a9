//! `SKIP`: all rows but the first ones.

use crate::collection::Collection;
use crate::error::Result;
use crate::plan::{CommonStats, Limits, PlanStage, Progress, RowBatch};
use crate::value::DocBuilder;

/// The `SKIP` stage.
#[derive(Debug)]
pub struct Skip {
    input: Box<dyn PlanStage>,
    amount: u64,
    left: usize,
    stats: CommonStats,
}

impl Skip {
    /// Returns the rows of `input` after the first `amount`.
    pub fn new(input: Box<dyn PlanStage>, amount: u64) -> Self {
        let left = usize::try_from(amount).unwrap_or(usize::MAX);
        Skip { input, amount, left, stats: CommonStats::default() }
    }
}

impl PlanStage for Skip {
    fn work(&mut self, collection: &Collection, limits: Limits, out: &mut RowBatch) -> Result<Progress> {
        let given = out.len();
        let rows = limits.rows.saturating_add(self.left);
        let progress = self.input.work(collection, Limits { rows, ..limits }, out)?;
        let skipped = self.left.min(out.len() - given);
        self.left -= skipped;
        out.remove(given, skipped);
        Ok(self.stats.count(progress.with_rows(out.len() - given)))
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
