//! `SORT_MERGE`: several sorted inputs merged into one sorted stream, each record once.

use crate::error::Result;
use crate::plan::{CommonStats, PlanExecution, PlanStage, Row, SortPattern, Step};
use crate::value::{DocBuilder, NumberSet, RawDoc};

use super::index_scan::key_document;

/// See the module.
#[derive(Debug)]
pub struct SortMerge {
    inputs: Vec<Input>,
    pattern: SortPattern,
    /// The index whose keys the rows carry, if they carry keys.
    index: Option<String>,
    seen: NumberSet,
    tested: u64,
    dropped: u64,
    stats: CommonStats,
}

#[derive(Debug)]
struct Input {
    stage: Box<dyn PlanStage>,
    head: Option<(Vec<u8>, Row)>,
    done: bool,
}

impl SortMerge {
    /// Merges inputs that are each sorted by `pattern`. Rows with keys of `index` are compared by key,
    /// without fetching.
    pub fn new(inputs: Vec<Box<dyn PlanStage>>, pattern: SortPattern, index: Option<String>) -> Self {
        SortMerge {
            inputs: inputs.into_iter().map(|stage| Input { stage, head: None, done: false }).collect(),
            pattern,
            index,
            seen: NumberSet::default(),
            tested: 0,
            dropped: 0,
            stats: CommonStats::default(),
        }
    }

    fn key_of(&self, row: &Row, execution: &PlanExecution<'_>) -> Result<Option<Vec<u8>>> {
        let from_index = self.index.as_ref().and_then(|name| {
            let key = row.key.as_ref()?;
            key_document(execution.collection.index(name)?, &key.bytes, &key.type_bits)
        });
        match from_index {
            Some(doc) => self.pattern.key(RawDoc::new(&doc)).map(Some),
            None => row.document(execution.collection).map(|doc| self.pattern.key(doc)).transpose(),
        }
    }
}

impl PlanStage for SortMerge {
    fn next(&mut self, execution: &mut PlanExecution<'_>) -> Result<Step> {
        for at in 0..self.inputs.len() {
            if self.inputs[at].done || self.inputs[at].head.is_some() {
                continue;
            }
            match self.inputs[at].stage.next(execution)? {
                Step::Done => self.inputs[at].done = true,
                Step::NeedTime => {}
                Step::Row(row) => {
                    self.tested += 1;
                    if row.record.is_some_and(|record| !self.seen.insert(record)) {
                        self.dropped += 1;
                    } else if let Some(key) = self.key_of(&row, execution)? {
                        self.inputs[at].head = Some((key, row));
                    }
                }
            }
            self.stats.count(&Step::<Row>::NeedTime);
            return Ok(Step::NeedTime);
        }
        let first = (0..self.inputs.len()).filter(|&at| self.inputs[at].head.is_some()).min_by(|&a, &b| {
            self.inputs[a].head.as_ref().map(|h| &h.0).cmp(&self.inputs[b].head.as_ref().map(|h| &h.0))
        });
        let step = match first.and_then(|at| self.inputs[at].head.take()) {
            Some((key, row)) => Step::Row(Row { sort_key: Some(key), ..row }),
            None => Step::Done,
        };
        self.stats.count(&step);
        Ok(step)
    }

    fn name(&self) -> &'static str {
        "SORT_MERGE"
    }

    fn stats(&self) -> CommonStats {
        self.stats
    }

    fn inputs(&self) -> Vec<&dyn PlanStage> {
        self.inputs.iter().map(|input| &*input.stage).collect()
    }

    fn describe(&self, out: &mut DocBuilder) {
        out.append_doc("sortPattern", self.pattern.document());
    }

    fn describe_stats(&self, out: &mut DocBuilder) {
        out.append_count("dupsTested", self.tested).append_count("dupsDropped", self.dropped);
    }
}
