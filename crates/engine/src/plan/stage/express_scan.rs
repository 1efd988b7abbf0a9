//! `EXPRESS_IXSCAN`: one document by its `_id`, without planning.

use crate::error::Result;
use crate::plan::{CommonStats, Examined, Execution, Row, Stage, Step};
use crate::value::DocBuilder;

/// The index it reads, and what that is on: every collection has it, a clustered one in itself.
const INDEX: &str = "_id_";
const PATTERN: &str = "{ _id: 1 }";

/// See the module.
#[derive(Debug)]
pub struct ExpressScan {
    key: Vec<u8>,
    clustered: bool,
    looked: bool,
    stats: CommonStats,
    examined: Examined,
}

impl ExpressScan {
    /// The record under `key` of the index on `_id`; whether the collection is clustered by it.
    pub fn new(key: Vec<u8>, clustered: bool) -> Self {
        ExpressScan {
            key,
            clustered,
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
            let entry = collection.indexes().first().and_then(|index| index.tree.seek(&self.key, 0));
            if let Some(entry) = entry.filter(|entry| entry.key == self.key) {
                let bytes = collection.records().get(entry.record).map_or(0, <[u8]>::len);
                self.examined =
                    Examined { keys: u64::from(!self.clustered), documents: 1, bytes: bytes as u64 };
                step = Step::Row(Row { record: Some(entry.record), ..Row::default() });
            }
        }
        self.stats.count(&step);
        Ok(step)
    }

    fn name(&self) -> &'static str {
        if self.clustered { "EXPRESS_CLUSTERED_IXSCAN" } else { "EXPRESS_IXSCAN" }
    }

    fn stats(&self) -> CommonStats {
        self.stats
    }

    fn examined(&self) -> Examined {
        self.examined
    }

    fn describe(&self, out: &mut DocBuilder) {
        out.append_str("keyPattern", PATTERN);
        if !self.clustered {
            out.append_str("indexName", INDEX);
        }
    }

    fn describe_stats(&self, out: &mut DocBuilder) {
        out.append_count("keysExamined", self.examined.keys)
            .append_count("docsExamined", self.examined.documents);
    }

    fn indexes_used(&self, out: &mut Vec<String>) {
        if !self.clustered {
            out.push(INDEX.into());
        }
    }

    fn summary(&self, out: &mut Vec<String>) {
        out.push(format!("{} {PATTERN}", self.name()));
    }
}
