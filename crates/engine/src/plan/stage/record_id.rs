//! The projection that `showRecordId` adds: `$recordId` after the other fields.

use crate::collection::Collection;
use crate::error::Result;
use crate::plan::{CommonStats, Limits, PlanStage, Progress, RowBatch};
use crate::value::{DocBuilder, Value};

/// The stage that `showRecordId` adds.
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
    fn work(&mut self, collection: &Collection, limits: Limits, out: &mut RowBatch) -> Result<Progress> {
        let given = out.len();
        let progress = self.input.work(collection, limits, out)?;
        out.replace_documents(given, |record, payload| {
            Ok(payload.document(record, collection).map(|document| {
                let mut shown = DocBuilder::new();
                shown.append_all(document);
                // The server counts from 1.
                shown.append("$recordId", &Value::Int64(i64::from(record) + 1));
                shown.finish()
            }))
        })?;
        Ok(self.stats.count(progress.with_rows(out.len() - given)))
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
