//! The stages below `TEXT_MATCH`: the scans for the terms, their union, and the fetch.

use super::IndexScan;
use crate::collection::Collection;
use crate::plan::{CommonStats, Examined, Limits, PlanStage, Progress, RowBatch};
use crate::value::DocBuilder;
use crate::{Error, Result};

/// The union of the scans: `OR`.
#[derive(Debug)]
pub(super) struct TextUnion {
    pub scans: Vec<IndexScan>,
    /// The index of the scan being read.
    current: usize,
    /// Entries read.
    pub tested: u64,
    /// Entries whose record another term had found.
    pub dropped: u64,
    stats: CommonStats,
}

/// The fetch of the union's documents: `FETCH`, or `TEXT_OR` if the query needs scores.
#[derive(Debug)]
pub(super) struct TextFetch {
    pub union: TextUnion,
    pub scored: bool,
    pub examined: Examined,
    pub stats: CommonStats,
}

impl TextFetch {
    /// Fetches the documents that the scans for single words find; `scored` if the query needs scores.
    pub(super) fn new(scans: Vec<IndexScan>, scored: bool) -> Self {
        let union = TextUnion { scans, current: 0, tested: 0, dropped: 0, stats: CommonStats::default() };
        TextFetch { union, scored, examined: Examined::default(), stats: CommonStats::default() }
    }

    /// Appends the next entries of a scan. Ends after the last scan.
    pub(super) fn entries(
        &mut self,
        collection: &Collection,
        limits: Limits,
        out: &mut RowBatch,
    ) -> Result<Progress> {
        let union = &mut self.union;
        let Some(scan) = union.scans.get_mut(union.current) else { return Ok(Progress::EOF) };
        let progress = scan.work(collection, limits, out)?;
        union.current += usize::from(progress.is_eof);
        Ok(union.stats.count(Progress { is_eof: false, ..progress }))
    }

    /// Counts a document that was fetched for a row.
    pub(super) fn fetched(&mut self, bytes: usize) {
        self.examined.documents += 1;
        self.examined.seeks += 1;
        self.examined.bytes += bytes as u64;
        self.stats.count(Progress::ROW);
    }
}

/// Returns the error for pulling rows from these stages, which only `TEXT_MATCH` reads.
fn not_pulled<T>() -> Result<T> {
    Err(Error::bad_value("a text search is read as a whole"))
}

impl PlanStage for TextUnion {
    fn work(&mut self, _: &Collection, _: Limits, _: &mut RowBatch) -> Result<Progress> {
        not_pulled()
    }

    fn name(&self) -> &'static str {
        "OR"
    }

    fn stats(&self) -> CommonStats {
        let advanced = self.tested - self.dropped;
        let is_eof = self.current == self.scans.len();
        CommonStats { advanced, need_time: self.stats.works - advanced, is_eof, ..self.stats }
    }

    fn inputs(&self) -> Vec<&dyn PlanStage> {
        self.scans.iter().map(|scan| scan as &dyn PlanStage).collect()
    }

    fn describe_stats(&self, out: &mut DocBuilder) {
        out.append_count("dupsTested", self.tested).append_count("dupsDropped", self.dropped);
    }
}

impl PlanStage for TextFetch {
    fn work(&mut self, _: &Collection, _: Limits, _: &mut RowBatch) -> Result<Progress> {
        not_pulled()
    }

    fn name(&self) -> &'static str {
        if self.scored { "TEXT_OR" } else { "FETCH" }
    }

    fn stats(&self) -> CommonStats {
        self.stats
    }

    fn examined(&self) -> Examined {
        self.examined
    }

    fn inputs(&self) -> Vec<&dyn PlanStage> {
        if self.scored { self.union.inputs() } else { vec![&self.union] }
    }

    fn describe_stats(&self, out: &mut DocBuilder) {
        out.append_count("docsExamined", self.examined.documents);
        if !self.scored {
            out.append_i32("alreadyHasObj", 0);
        }
    }
}
