//! `AND_SORTED`: the records that all inputs yield, each input in record order
//! (<https://www.mongodb.com/docs/manual/reference/explain-results/>).

use crate::collection::{Collection, RecordId};
use crate::error::Result;
use crate::plan::{CommonStats, Limits, PlanStage, Progress, RowBatch};
use crate::value::DocBuilder;

/// The `AND_SORTED` stage.
#[derive(Debug)]
pub struct AndSorted {
    inputs: Vec<Box<dyn PlanStage>>,
    /// The record that all inputs must yield, and the input that yielded it first.
    target: Option<(RecordId, usize)>,
    /// The number of other inputs that have yielded the target.
    agreed: usize,
    /// Per input, the records that another input lacks.
    failed: Vec<u64>,
    stats: CommonStats,
}

impl AndSorted {
    /// Intersects `inputs`.
    pub fn new(inputs: Vec<Box<dyn PlanStage>>) -> Self {
        let failed = vec![0; inputs.len()];
        AndSorted { inputs, target: None, agreed: 0, failed, stats: CommonStats::default() }
    }

    /// Pulls at most one row from an input. Returns it if it is the last to agree.
    fn step(&mut self, collection: &Collection, limits: Limits, out: &mut RowBatch) -> Result<Progress> {
        let worked = match self.target {
            None => 0,
            // Pull the inputs in turn, except the target's.
            Some((_, from)) => (0..self.inputs.len()).filter(|at| *at != from).nth(self.agreed).unwrap_or(0),
        };
        let given = out.len();
        let progress = self.inputs[worked].work(collection, Limits { rows: 1, ..limits }, out)?;
        let Some(&record) = out.records().get(given) else { return Ok(progress) };
        match self.target {
            Some((target, _)) if record == target => {
                self.agreed += 1;
                if self.agreed + 1 == self.inputs.len() {
                    self.target = None;
                    return Ok(progress);
                }
            }
            Some((target, _)) if record < target => self.failed[worked] += 1,
            other => {
                if let Some((_, from)) = other {
                    self.failed[from] += 1;
                }
                (self.target, self.agreed) = (Some((record, worked)), 0);
            }
        }
        out.truncate(given);
        Ok(Progress { rows: 0, ..progress })
    }
}

impl PlanStage for AndSorted {
    fn work(&mut self, collection: &Collection, limits: Limits, out: &mut RowBatch) -> Result<Progress> {
        let progress = if self.stats.is_eof { Progress::EOF } else { self.step(collection, limits, out)? };
        Ok(self.stats.count(progress))
    }

    fn name(&self) -> &'static str {
        "AND_SORTED"
    }

    fn stats(&self) -> CommonStats {
        self.stats
    }

    fn inputs(&self) -> Vec<&dyn PlanStage> {
        self.inputs.iter().map(|input| &**input).collect()
    }

    fn describe_stats(&self, out: &mut DocBuilder) {
        for (at, failed) in self.failed.iter().enumerate() {
            out.append_count(&format!("failedAnd_{at}"), *failed);
        }
    }
}
