//! `DISTINCT_SCAN`: one index entry for each value of an index's leading fields.

use std::ops::ControlFlow;
use std::rc::Rc;

use crate::collection::{Collection, Entry, Index, IndexSpec, RecordId};
use crate::error::Result;
use crate::plan::index_bounds::{Check, successor};
use crate::plan::{
    CommonStats, Direction, Examined, IndexBounds, IndexKey, Limits, Payload, PlanStage, Progress, RowBatch,
};
use crate::value::{DocBuilder, RawDoc, display_document, key, rank};

use super::index_scan::describe_index;

/// The `DISTINCT_SCAN` stage.
#[derive(Debug)]
pub struct DistinctScan {
    spec: Rc<IndexSpec>,
    bounds: IndexBounds,
    /// The number of leading fields that must be distinct.
    fields: usize,
    direction: Direction,
    /// Whether to return every entry whose document may hold another value than the key.
    exact: bool,
    /// The next entry is at or after this position; in a backward scan, before it. `None` at the end.
    position: Option<(Vec<u8>, RecordId)>,
    multikey: bool,
    multikey_paths: Vec<Vec<String>>,
    stats: CommonStats,
    examined: Examined,
}

impl DistinctScan {
    /// Scans the distinct values of the first `fields` fields inside the bounds.
    pub fn new(index: &Index, bounds: IndexBounds, fields: usize, direction: Direction) -> Self {
        let position = bounds.start(direction).map(|key| (key, 0));
        DistinctScan {
            spec: index.spec.clone(),
            bounds,
            fields,
            direction,
            exact: false,
            position,
            multikey: index.is_multikey(),
            multikey_paths: index.multikey_paths(),
            stats: CommonStats::default(),
            examined: Examined::default(),
        }
    }

    /// Returns all entries, without keys, if the key is ambiguous, for callers that need exact values. A
    /// missing field is indexed as null, an empty array as undefined, and an array in an array as itself.
    #[must_use]
    pub fn exact(self) -> Self {
        DistinctScan { exact: true, ..self }
    }

    /// Returns the bytes of the leading fields, and those of the last of them.
    fn leading<'k>(&self, bytes: &'k [u8]) -> Option<(&'k [u8], &'k [u8])> {
        let (mut start, mut end) = (0, 0);
        for field in self.spec.fields.iter().take(self.fields) {
            start = end;
            end += key::component_length(bytes.get(start..)?, field.is_descending())?;
        }
        Some((bytes.get(..end)?, bytes.get(start..end)?))
    }

    /// Appends the row of the next entry, if the entry is inside the bounds.
    fn step(&mut self, index: &Index, out: &mut RowBatch) -> Progress {
        let Some((from, record)) = self.position.take() else { return Progress::EOF };
        let mut found = None;
        let visit = |entry: Entry<'_>| {
            let key = IndexKey { bytes: entry.key.to_vec(), type_bits: entry.type_bits.to_vec() };
            found = Some((key, entry.record));
            ControlFlow::Break(())
        };
        self.direction.walk(&index.tree, (&from, record), visit);
        let Some((key, record)) = found else { return Progress::EOF };
        self.examined.keys += 1;
        self.examined.seeks += 1;
        match self.bounds.check(&key.bytes, self.direction) {
            Check::Done => Progress::EOF,
            Check::SeekTo(bytes) => {
                self.position = Some((bytes, 0));
                Progress::NEED_TIME
            }
            Check::Valid => {
                let Some((leading, last)) = self.leading(&key.bytes) else { return Progress::EOF };
                if self.exact && self.may_differ(last) {
                    self.position = Some((key.bytes, self.direction.past(record)));
                    out.records.push(record);
                    return Progress::ROW;
                }
                let next = match self.direction {
                    Direction::Forward => successor(leading.to_vec()),
                    Direction::Backward => Some(leading.to_vec()),
                };
                self.position = next.map(|next| (next, 0));
                out.push(record, Payload { key: Some(key), ..Payload::default() });
                Progress::ROW
            }
        }
    }

    /// Whether the document may hold another value than this component of the key.
    fn may_differ(&self, component: &[u8]) -> bool {
        let descending =
            self.spec.fields.get(self.fields.wrapping_sub(1)).is_some_and(|field| field.is_descending());
        let Some(&first) = component.first() else { return false };
        let rank = if descending { !first } else { first };
        rank == rank::NULL || rank == rank::UNDEFINED || (self.multikey && rank == rank::ARRAY)
    }
}

impl PlanStage for DistinctScan {
    fn work(&mut self, collection: &Collection, _: Limits, out: &mut RowBatch) -> Result<Progress> {
        let progress = match collection.index(&self.spec.name) {
            Some(index) => self.step(index, out),
            None => Progress::EOF,
        };
        Ok(self.stats.count(progress))
    }

    fn name(&self) -> &'static str {
        "DISTINCT_SCAN"
    }

    fn stats(&self) -> CommonStats {
        self.stats
    }

    fn examined(&self) -> Examined {
        self.examined
    }

    fn describe(&self, out: &mut DocBuilder) {
        describe_index(&self.spec, self.multikey, &self.multikey_paths, out);
        out.append_str("direction", self.direction.name());
        out.document("indexBounds", |bounds| self.bounds.describe(bounds, self.direction));
    }

    fn describe_stats(&self, out: &mut DocBuilder) {
        out.append_count("keysExamined", self.examined.keys);
    }

    fn indexes_used(&self, out: &mut Vec<String>) {
        out.push(self.spec.name.clone());
    }

    fn summary(&self, out: &mut Vec<String>) {
        out.push(format!("DISTINCT_SCAN {}", display_document(RawDoc::new(&self.spec.key_pattern))));
    }
}
