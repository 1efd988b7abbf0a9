//! `AND_SORTED`: the records that all inputs yield, each input in record order
//! (<https://www.mongodb.com/docs/manual/reference/explain-results/>).

use crate::collection::RecordId;
use crate::error::Result;
use crate::plan::{CommonStats, PlanExecution, PlanStage, Step};
use crate::value::DocBuilder;

/// See the module.
#[derive(Debug)]
pub struct AndSorted {
    inputs: Vec<Box<dyn PlanStage>>,
    /// The record that all inputs must yield, and the input that yielded it first.
    target: Option<(RecordId, usize)>,
    /// The number of other inputs that have yielded it.
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

    fn step(&mut self, execution: &mut PlanExecution<'_>) -> Result<Step> {
        let worked = match self.target {
            None => 0,
            // Pull the inputs in turn, except the target's.
            Some((_, from)) => (0..self.inputs.len()).filter(|at| *at != from).nth(self.agreed).unwrap_or(0),
        };
        let row = match self.inputs[worked].next(execution)? {
            Step::Row(row) => row,
            other => return Ok(other),
        };
        let Some(record) = row.record else { return Ok(Step::NeedTime) };
        match self.target {
            Some((target, _)) if record == target => {
                self.agreed += 1;
                if self.agreed + 1 == self.inputs.len() {
                    self.target = None;
                    return Ok(Step::Row(row));
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
        Ok(Step::NeedTime)
    }
}

impl PlanStage for AndSorted {
    fn next(&mut self, execution: &mut PlanExecution<'_>) -> Result<Step> {
        let step = if self.stats.is_eof { Step::Done } else { self.step(execution)? };
        self.stats.count(&step);
        Ok(step)
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
