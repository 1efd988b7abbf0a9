//! `OR`: the rows of several inputs, each record once.

use crate::collection::Collection;
use crate::error::Result;
use crate::plan::{CommonStats, Limits, PlanStage, Progress, RowBatch};
use crate::value::{DocBuilder, NumberSet};

/// The `OR` stage.
#[derive(Debug)]
pub struct Or {
    inputs: Vec<Box<dyn PlanStage>>,
    current: usize,
    seen: NumberSet,
    tested: u64,
    dropped: u64,
    stats: CommonStats,
}

impl Or {
    /// Concatenates `inputs` without duplicate records.
    pub fn new(inputs: Vec<Box<dyn PlanStage>>) -> Self {
        Or {
            inputs,
            current: 0,
            seen: NumberSet::default(),
            tested: 0,
            dropped: 0,
            stats: CommonStats::default(),
        }
    }
}

impl PlanStage for Or {
    fn work(&mut self, collection: &Collection, limits: Limits, out: &mut RowBatch) -> Result<Progress> {
        let Some(input) = self.inputs.get_mut(self.current) else {
            return Ok(self.stats.count(Progress::EOF));
        };
        let given = out.len();
        let progress = input.work(collection, limits, out)?;
        let found = out.len() - given;
        out.retain(given, |record, _| Ok(self.seen.insert(record)))?;
        self.tested += found as u64;
        self.dropped += (given + found - out.len()) as u64;
        self.current += usize::from(progress.is_eof);
        let is_eof = self.current == self.inputs.len();
        Ok(self.stats.count(Progress { is_eof, ..progress.with_rows(out.len() - given) }))
    }

    fn name(&self) -> &'static str {
        "OR"
    }

    fn stats(&self) -> CommonStats {
        self.stats
    }

    fn inputs(&self) -> Vec<&dyn PlanStage> {
        self.inputs.iter().map(|input| &**input).collect()
    }

    fn describe_stats(&self, out: &mut DocBuilder) {
        out.append_count("dupsTested", self.tested).append_count("dupsDropped", self.dropped);
    }
}
