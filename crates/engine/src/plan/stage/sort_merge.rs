//! `SORT_MERGE`: several sorted inputs merged into one sorted stream, each record once.

use crate::collection::Collection;
use crate::error::Result;
use crate::plan::{CommonStats, Limits, PlanStage, Progress, Row, RowBatch, SortPattern};
use crate::value::{DocBuilder, NumberSet, RawDoc};

use super::index_scan::key_document;

/// The `SORT_MERGE` stage.
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

    fn key_of(&self, row: &Row, collection: &Collection) -> Result<Option<Vec<u8>>> {
        let from_index = self.index.as_ref().and_then(|name| {
            let key = row.payload.key.as_ref()?;
            key_document(collection.index(name)?, &key.bytes, &key.type_bits)
        });
        match from_index {
            Some(doc) => self.pattern.key(RawDoc::new(&doc)).map(Some),
            None => row.document(collection).map(|doc| self.pattern.key(doc)).transpose(),
        }
    }
}

impl PlanStage for SortMerge {
    fn work(&mut self, collection: &Collection, limits: Limits, out: &mut RowBatch) -> Result<Progress> {
        for at in 0..self.inputs.len() {
            if self.inputs[at].done || self.inputs[at].head.is_some() {
                continue;
            }
            let progress = self.inputs[at].stage.work(collection, Limits { rows: 1, ..limits }, out)?;
            self.inputs[at].done = progress.is_eof;
            if progress.rows > 0
                && let Some(row) = out.pop()
            {
                self.tested += 1;
                if !self.seen.insert(row.record) {
                    self.dropped += 1;
                } else if let Some(key) = self.key_of(&row, collection)? {
                    self.inputs[at].head = Some((key, row));
                }
            }
            return Ok(self.stats.count(Progress { rows: 0, is_eof: false, ..progress }));
        }
        let first = (0..self.inputs.len()).filter(|&at| self.inputs[at].head.is_some()).min_by(|&a, &b| {
            self.inputs[a].head.as_ref().map(|h| &h.0).cmp(&self.inputs[b].head.as_ref().map(|h| &h.0))
        });
        let progress = match first.and_then(|at| self.inputs[at].head.take()) {
            Some((_, row)) => {
                out.push_row(row);
                Progress::ROW
            }
            None => Progress::EOF,
        };
        Ok(self.stats.count(progress))
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
