//! `FETCH`: reads the documents of index entries, and tests the conditions that the index could not decide.

use std::rc::Rc;

use crate::collection::Collection;
use crate::error::Result;
use crate::plan::{CommonStats, Examined, Limits, PlanStage, Progress, RowBatch};
use crate::query::Filter;
use crate::value::{DocBuilder, RawDoc};

/// The `FETCH` stage.
#[derive(Debug)]
pub struct Fetch {
    input: Box<dyn PlanStage>,
    filter: Option<Rc<Filter>>,
    stats: CommonStats,
    examined: Examined,
    /// Whether a stage below has already fetched the documents.
    again: bool,
    already: u64,
}

impl Fetch {
    /// Fetches the documents of the rows of `input` that match.
    pub fn new(input: Box<dyn PlanStage>, filter: Option<Rc<Filter>>) -> Self {
        let (stats, examined) = (CommonStats::default(), Examined::default());
        Fetch { input, filter, stats, examined, again: false, already: 0 }
    }

    /// Like [`Self::new`], for documents that a stage below has fetched.
    pub fn again(input: Box<dyn PlanStage>, filter: Option<Rc<Filter>>) -> Self {
        Fetch { again: true, ..Self::new(input, filter) }
    }
}

impl PlanStage for Fetch {
    fn work(&mut self, collection: &Collection, limits: Limits, out: &mut RowBatch) -> Result<Progress> {
        let given = out.len();
        let progress = self.input.work(collection, limits, out)?;
        out.retain(given, |record, payload| {
            // The record may have been deleted since the index was read.
            let Some(doc) = payload.document(record, collection) else { return Ok(false) };
            if self.again {
                self.already += 1;
            } else {
                self.examined.documents += 1;
                self.examined.seeks += 1;
                self.examined.bytes += doc.as_bytes().len() as u64;
            }
            self.filter.as_ref().map_or(Ok(true), |filter| filter.matches(doc))
        })?;
        Ok(self.stats.count(progress.with_rows(out.len() - given)))
    }

    fn name(&self) -> &'static str {
        "FETCH"
    }

    fn stats(&self) -> CommonStats {
        self.stats
    }

    fn examined(&self) -> Examined {
        self.examined
    }

    fn inputs(&self) -> Vec<&dyn PlanStage> {
        vec![&*self.input]
    }

    fn describe(&self, out: &mut DocBuilder) {
        if let Some(filter) = &self.filter {
            out.append_doc("filter", RawDoc::new(&filter.describe()));
        }
    }

    fn describe_stats(&self, out: &mut DocBuilder) {
        out.append_count("docsExamined", self.examined.documents).append_count("alreadyHasObj", self.already);
    }
}
