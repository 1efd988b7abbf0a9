//! `COLLSCAN`: every document in natural order.

use std::rc::Rc;

use crate::collection::RecordId;
use crate::error::Result;
use crate::plan::{CommonStats, Examined, Execution, Row, Stage, Step};
use crate::query::Filter;
use crate::value::{DocBuilder, RawDoc};

/// Documents examined before a trial run gets a chance to stop.
const BURST: u64 = 128;

/// See the module.
#[derive(Debug)]
pub struct CollectionScan {
    filter: Option<Rc<Filter>>,
    forward: bool,
    /// Forward: the next record to look at. Backward: the one to look before.
    position: RecordId,
    stats: CommonStats,
    examined: Examined,
}

impl CollectionScan {
    /// A scan, forward or backward, of documents that match.
    pub fn new(filter: Option<Rc<Filter>>, forward: bool) -> Self {
        let position = if forward { 0 } else { RecordId::MAX };
        CollectionScan {
            filter,
            forward,
            position,
            stats: CommonStats::default(),
            examined: Examined::default(),
        }
    }
}

impl Stage for CollectionScan {
    fn next(&mut self, execution: &mut Execution<'_>) -> Result<Step> {
        let records = execution.collection.records();
        for _ in 0..BURST {
            let found = if self.forward {
                records.next_from(self.position)
            } else {
                records.previous_before(self.position)
            };
            let Some((record, bytes)) = found else {
                let step = Step::Done;
                self.stats.count(&step);
                return Ok(step);
            };
            self.position = if self.forward { record + 1 } else { record };
            self.examined.documents += 1;
            self.examined.bytes += bytes.len() as u64;
            let matches = match &self.filter {
                Some(filter) => filter.matches(RawDoc::new(bytes))?,
                None => true,
            };
            if matches {
                let step = Step::Row(Row { record: Some(record), ..Row::default() });
                self.stats.count(&step);
                return Ok(step);
            }
            self.stats.skipped(1);
        }
        Ok(Step::NeedTime)
    }

    fn name(&self) -> &'static str {
        "COLLSCAN"
    }

    fn stats(&self) -> CommonStats {
        self.stats
    }

    fn examined(&self) -> Examined {
        self.examined
    }

    fn describe(&self, out: &mut DocBuilder) {
        if let Some(filter) = &self.filter {
            out.append_doc("filter", RawDoc::new(&filter.describe()));
        }
        out.append_str("direction", if self.forward { "forward" } else { "backward" });
    }

    fn describe_stats(&self, out: &mut DocBuilder) {
        out.append_count("docsExamined", self.examined.documents);
    }

    fn summary(&self, out: &mut Vec<String>) {
        out.push("COLLSCAN".into());
    }
}
