//! `EXPRESS_IXSCAN`: one document by the value of `_id` or of another indexed field, without planning. With
//! a projection that is not simple, the lookup by `_id` is `IDHACK`.

use crate::collection::{Collection, Index};
use crate::error::Result;
use crate::plan::{CommonStats, Examined, Limits, PlanStage, Progress, RowBatch};
use crate::value::{DocBuilder, display_document};

/// The `EXPRESS_IXSCAN` stage.
#[derive(Debug)]
pub struct ExpressScan {
    key: Vec<u8>,
    /// The index name. For a clustered collection, the collection's own index.
    index: String,
    pattern: String,
    clustered: bool,
    is_id_hack: bool,
    looked: bool,
    stats: CommonStats,
    examined: Examined,
}

impl ExpressScan {
    /// Looks up the first record whose key begins with `key`.
    pub fn new(key: Vec<u8>, index: &Index) -> Self {
        ExpressScan {
            key,
            index: index.spec.name.clone(),
            pattern: display_document(index.spec.pattern()),
            clustered: index.spec.clustered,
            is_id_hack: false,
            looked: false,
            stats: CommonStats::default(),
            examined: Examined::default(),
        }
    }

    /// Shows the lookup by `_id` as the stage `IDHACK`.
    #[must_use]
    pub fn as_id_hack(self) -> Self {
        ExpressScan { is_id_hack: true, ..self }
    }
}

impl PlanStage for ExpressScan {
    fn work(&mut self, collection: &Collection, _: Limits, out: &mut RowBatch) -> Result<Progress> {
        let mut progress = Progress::EOF;
        if !self.looked {
            self.looked = true;
            self.examined.seeks = 1;
            let entry = collection.index(&self.index).and_then(|index| index.tree.seek(&self.key, 0));
            if let Some(entry) = entry.filter(|entry| entry.key.starts_with(&self.key)) {
                let bytes = collection.records().get(entry.record).map_or(0, <[u8]>::len);
                let keys = u64::from(!self.clustered);
                self.examined =
                    Examined { keys, documents: 1, bytes: bytes as u64, seeks: keys + 1, comparisons: 0 };
                out.records.push(entry.record);
                progress = Progress::ROW;
            }
        }
        Ok(self.stats.count(progress))
    }

    fn name(&self) -> &'static str {
        match (self.is_id_hack, self.clustered) {
            (true, _) => "IDHACK",
            (false, true) => "EXPRESS_CLUSTERED_IXSCAN",
            (false, false) => "EXPRESS_IXSCAN",
        }
    }

    fn stats(&self) -> CommonStats {
        self.stats
    }

    fn examined(&self) -> Examined {
        self.examined
    }

    fn describe(&self, out: &mut DocBuilder) {
        if self.is_id_hack {
            return;
        }
        out.append_str("keyPattern", &self.pattern);
        if !self.clustered {
            out.append_str("indexName", &self.index);
        }
    }

    fn describe_stats(&self, out: &mut DocBuilder) {
        out.append_count("keysExamined", self.examined.keys)
            .append_count("docsExamined", self.examined.documents);
    }

    fn indexes_used(&self, out: &mut Vec<String>) {
        if !self.clustered {
            out.push(self.index.clone());
        }
    }

    fn summary(&self, out: &mut Vec<String>) {
        out.push(if self.is_id_hack {
            self.name().into()
        } else {
            format!("{} {}", self.name(), self.pattern)
        });
    }
}
