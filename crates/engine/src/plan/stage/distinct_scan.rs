//! `DISTINCT_SCAN`: one index entry for each value of an index's first field.

use std::ops::ControlFlow;

use crate::collection::{Index, IndexSpec, RecordId};
use crate::error::Result;
use crate::plan::index_bounds::Check;
use crate::plan::{CommonStats, Examined, Execution, IndexBounds, IndexKey, Row, Stage, Step};
use crate::value::{DocBuilder, RawDoc, View, display_document, key};

use super::index_scan::describe_index;

/// See the module.
#[derive(Debug)]
pub struct DistinctScan {
    spec: IndexSpec,
    bounds: IndexBounds,
    /// The next entry lies at or after this one; `None` at the end.
    position: Option<(Vec<u8>, RecordId)>,
    stats: CommonStats,
    examined: Examined,
}

impl DistinctScan {
    /// A walk over the values inside the bounds.
    pub fn new(index: &Index, bounds: IndexBounds) -> Self {
        let position = bounds.start(true).map(|key| (key, 0));
        DistinctScan {
            spec: index.spec.clone(),
            bounds,
            position,
            stats: CommonStats::default(),
            examined: Examined::default(),
        }
    }

    fn step(&mut self, index: &Index) -> Step {
        let Some((from, record)) = self.position.take() else { return Step::Done };
        let mut found = None;
        index.tree.walk_from(&from, record, |entry| {
            let key = IndexKey { bytes: entry.key.to_vec(), type_bits: entry.type_bits.to_vec() };
            found = Some((key, entry.record));
            ControlFlow::Break(())
        });
        let Some((key, record)) = found else { return Step::Done };
        self.examined.keys += 1;
        match self.bounds.check(&key.bytes, true) {
            Check::Done => Step::Done,
            Check::SeekTo(bytes) => {
                self.position = Some((bytes, 0));
                Step::NeedTime
            }
            Check::Valid => {
                let descending = self.spec.fields.first().is_some_and(|field| field.is_descending());
                let value = key::component_length(&key.bytes, descending).map(|end| &key.bytes[..end]);
                if value.is_none_or(|value| is_null(value, descending)) {
                    // A missing field is indexed as null, so the document decides.
                    self.position = Some((key.bytes, record + 1));
                    return Step::Row(Row { record: Some(record), ..Row::default() });
                }
                self.position = value
                    .and_then(|value| super::super::index_bounds::successor(value.to_vec()))
                    .map(|next| (next, 0));
                Step::Row(Row { record: Some(record), key: Some(key), ..Row::default() })
            }
        }
    }
}

fn is_null(component: &[u8], descending: bool) -> bool {
    let mut null = Vec::new();
    if descending {
        key::encode_descending(View::Null, &mut null);
    } else {
        key::encode(View::Null, &mut null);
    }
    component == null
}

impl Stage for DistinctScan {
    fn next(&mut self, execution: &mut Execution<'_>) -> Result<Step> {
        let step = match execution.collection.index(&self.spec.name) {
            Some(index) => self.step(index),
            None => Step::Done,
        };
        self.stats.count(&step);
        Ok(step)
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
        let paths = vec![Vec::new(); self.spec.fields.len()];
        describe_index(&self.spec, false, &paths, out);
        out.append_str("direction", "forward");
        out.document("indexBounds", |bounds| self.bounds.describe(bounds, true));
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
