//! `EXPRESS_IXSCAN`: one document by its `_id`, without planning.

use crate::collection::Index;
use crate::error::Result;
use crate::plan::{CommonStats, Examined, Execution, Row, Stage, Step};
use crate::value::{DocBuilder, RawDoc};

/// See the module.
#[derive(Debug)]
pub struct ExpressScan {
    index: String,
    pattern: Vec<u8>,
    key: Vec<u8>,
    looked: bool,
    stats: CommonStats,
    examined: Examined,
}

impl ExpressScan {
    /// The record under `key` of a unique index.
    pub fn new(index: &Index, key: Vec<u8>) -> Self {
        ExpressScan {
            index: index.spec.name.clone(),
            pattern: index.spec.key_pattern.clone(),
            key,
            looked: false,
            stats: CommonStats::default(),
            examined: Examined::default(),
        }
    }
}

impl Stage for ExpressScan {
    fn next(&mut self, execution: &mut Execution<'_>) -> Result<Step> {
        let collection = execution.collection;
        let mut step = Step::Done;
        if !self.looked {
            self.looked = true;
            let entry = collection.index(&self.index).and_then(|index| index.tree.seek(&self.key, 0));
            if let Some(entry) = entry.filter(|entry| entry.key == self.key) {
                let bytes = collection.records().get(entry.record).map_or(0, <[u8]>::len);
                self.examined = Examined { keys: 1, documents: 1, bytes: bytes as u64 };
                step = Step::Row(Row { record: Some(entry.record), ..Row::default() });
            }
        }
        self.stats.count(&step);
        Ok(step)
    }

    fn name(&self) -> &'static str {
        "EXPRESS_IXSCAN"
    }

    fn stats(&self) -> CommonStats {
        self.stats
    }

    fn examined(&self) -> Examined {
        self.examined
    }

    fn describe(&self, out: &mut DocBuilder) {
        let pattern = crate::value::display_document(RawDoc::new(&self.pattern));
        out.append_str("keyPattern", &pattern).append_str("indexName", &self.index);
    }

    fn describe_stats(&self, out: &mut DocBuilder) {
        out.append_count("keysExamined", self.examined.keys)
            .append_count("docsExamined", self.examined.documents);
    }

    fn indexes_used(&self, out: &mut Vec<String>) {
        out.push(self.index.clone());
    }

    fn summary(&self, out: &mut Vec<String>) {
        let pattern = crate::value::display_document(RawDoc::new(&self.pattern));
        out.push(format!("EXPRESS_IXSCAN {pattern}"));
    }
}
