//! `OR`: the rows of several inputs, each record once.

use crate::error::Result;
use crate::plan::{CommonStats, PlanExecution, PlanStage, Step};
use crate::value::{DocBuilder, NumberSet};

/// See the module.
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
    fn next(&mut self, execution: &mut PlanExecution<'_>) -> Result<Step> {
        let step = match self.inputs.get_mut(self.current) {
            None => Step::Done,
            Some(input) => match input.next(execution)? {
                Step::Done => {
                    self.current += 1;
                    if self.current == self.inputs.len() { Step::Done } else { Step::NeedTime }
                }
                Step::Row(row) => {
                    self.tested += 1;
                    if row.record.is_some_and(|record| !self.seen.insert(record)) {
                        self.dropped += 1;
                        Step::NeedTime
                    } else {
                        Step::Row(row)
                    }
                }
                Step::NeedTime => Step::NeedTime,
            },
        };
        self.stats.count(&step);
        Ok(step)
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
