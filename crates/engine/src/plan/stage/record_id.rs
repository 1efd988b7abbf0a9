//! The projection that `showRecordId` adds: `$recordId` after the other fields.

use crate::error::Result;
use crate::plan::{CommonStats, PlanExecution, PlanStage, Row, Step};
use crate::value::{DocBuilder, Value};

/// See the module.
#[derive(Debug)]
pub struct ShowRecordId {
    input: Box<dyn PlanStage>,
    stats: CommonStats,
}

impl ShowRecordId {
    /// Adds the record's number to the rows of `input`.
    pub fn new(input: Box<dyn PlanStage>) -> Self {
        ShowRecordId { input, stats: CommonStats::default() }
    }
}

impl PlanStage for ShowRecordId {
    fn next(&mut self, execution: &mut PlanExecution<'_>) -> Result<Step> {
        let mut step = self.input.next(execution)?;
        if let Step::Row(row) = step {
            let number = row.record.map_or(0, |record| record as i64);
            let document = row.document(execution.collection).map(|document| {
                let mut out = DocBuilder::new();
                out.append_all(document);
                // The server counts from 1.
                out.append("$recordId", &Value::Int64(number + 1));
                out.finish()
            });
            step = match document {
                Some(document) => Step::Row(Row { document: Some(document), ..row }),
                None => Step::NeedTime,
            };
        }
        self.stats.count(&step);
        Ok(step)
    }

    fn name(&self) -> &'static str {
        "PROJECTION_DEFAULT"
    }

    fn stats(&self) -> CommonStats {
        self.stats
    }

    fn inputs(&self) -> Vec<&dyn PlanStage> {
        vec![&*self.input]
    }

    fn describe(&self, out: &mut DocBuilder) {
        out.document("transformBy", |fields| {
            fields.document("$recordId", |meta| {
                meta.append_str("$meta", "recordId");
            });
        });
    }
}
