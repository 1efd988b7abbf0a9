//! `FETCH`: reads the documents of index entries, and tests the conditions that the index could not decide.

use std::rc::Rc;

use crate::error::Result;
use crate::plan::{CommonStats, Examined, PlanExecution, PlanStage, Step};
use crate::query::Filter;
use crate::value::{DocBuilder, RawDoc};

use super::{Eof, Skip};

/// See the module.
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
    fn skip_before_fetching(&mut self, amount: u64) -> bool {
        if self.filter.is_some() || self.again {
            return false;
        }
        let input = std::mem::replace(&mut self.input, Box::new(Eof::default()));
        self.input = Box::new(Skip::new(input, amount));
        true
    }

    fn next(&mut self, execution: &mut PlanExecution<'_>) -> Result<Step> {
        let mut step = self.input.next(execution)?;
        if let Step::Row(row) = &step {
            step = match row.document(execution.collection) {
                // Deleted since the index was read.
                None => Step::NeedTime,
                Some(doc) => {
                    if self.again {
                        self.already += 1;
                    } else {
                        self.examined.documents += 1;
                        self.examined.seeks += 1;
                        self.examined.bytes += doc.as_bytes().len() as u64;
                    }
                    let matches = match &self.filter {
                        Some(filter) => filter.matches(doc)?,
                        None => true,
                    };
                    if matches { step } else { Step::NeedTime }
                }
            };
        }
        self.stats.count(&step);
        Ok(step)
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
