//! `COLLSCAN`: every document in natural order.

use std::ops::Range;
use std::rc::Rc;

use crate::collection::{Collection, ColumnFilter, PAGE_SLOTS, RecordId, RecordStore};
use crate::error::Result;
use crate::plan::{CommonStats, Direction, Examined, PlanExecution, PlanStage, Row, Step};
use crate::query::Filter;
use crate::value::{DocBuilder, RawDoc};

/// Documents examined before a trial run gets a chance to stop.
const BURST: RecordId = 128;
/// Most records whose columns are looked at in one go.
const LARGEST_CHUNK: RecordId = 4096;

/// See the module.
#[derive(Debug)]
pub struct CollectionScan {
    filter: Option<Rc<Filter>>,
    direction: Direction,
    /// Forward: the next record to look at. Backward: the one to look before.
    position: RecordId,
    ahead: Option<Ahead>,
    stats: CommonStats,
    examined: Examined,
}

/// What columns have shown about the records at and behind the position.
#[derive(Debug)]
struct Ahead {
    /// Bound to the collection's columns; `None` when they are of no use.
    filter: Option<ColumnFilter>,
    /// The state of the collection that all this is about.
    version: u64,
    /// Records in the chunk that match, as far as they are not given yet.
    selected: std::vec::IntoIter<RecordId>,
    /// Where the chunk ends.
    end: RecordId,
    /// How many records the next chunk has.
    size: RecordId,
}

impl Ahead {
    fn new(filter: &Filter, collection: &Collection, from: RecordId) -> Self {
        Ahead {
            filter: ColumnFilter::new(filter, collection),
            version: collection.version(),
            selected: Vec::new().into_iter(),
            end: from,
            size: BURST,
        }
    }
}

/// Where a chunk ends: with a page of the record store if it is large, so that the
/// store need not count within pages.
fn chunk_end(start: RecordId, size: RecordId) -> RecordId {
    let end = start + size;
    if size < PAGE_SLOTS as RecordId { end } else { end - end % PAGE_SLOTS as RecordId }
}

impl CollectionScan {
    /// A scan, forward or backward, of documents that match.
    pub fn new(filter: Option<Rc<Filter>>, direction: Direction) -> Self {
        let position = match direction {
            Direction::Forward => 0,
            Direction::Backward => RecordId::MAX,
        };
        CollectionScan {
            filter,
            direction,
            position,
            ahead: None,
            stats: CommonStats::default(),
            examined: Examined::default(),
        }
    }

    /// The same, beginning behind a record if one is named: forward only.
    pub fn after(mut self, record: Option<RecordId>) -> Self {
        self.position = record.map_or(self.position, |record| record + 1);
        self
    }

    /// Builds the columns, and refreshes them after every change; returns whether there are any.
    fn looks_ahead(&mut self, collection: &Collection) -> bool {
        let Some(filter) = self.filter.as_ref().filter(|_| self.direction.is_forward()) else { return false };
        if self.ahead.as_ref().is_none_or(|ahead| ahead.version != collection.version()) {
            // Columns that nobody else holds are refreshed in place.
            self.ahead = None;
            self.ahead = Some(Ahead::new(filter, collection, self.position));
        }
        self.ahead.as_ref().is_some_and(|ahead| ahead.filter.is_some())
    }

    /// Counts the documents of a range that has been examined.
    fn pass(&mut self, range: Range<RecordId>, collection: &Collection) -> u64 {
        let (documents, bytes) = collection.records().measure(range.start, range.end);
        self.examined.documents += documents;
        self.examined.bytes += bytes;
        self.position = range.end;
        documents
    }

    /// Looks at the next chunk through columns: appends what matches to `out`; false at the end.
    fn advance(&mut self, collection: &Collection, out: &mut Vec<RecordId>) -> Result<bool> {
        let records = collection.records();
        let Some(ahead) = &mut self.ahead else { return Ok(false) };
        let Some(filter) = &ahead.filter else { return Ok(false) };
        if ahead.end >= records.end() {
            return Ok(false);
        }
        let end = chunk_end(ahead.end, ahead.size).min(records.end());
        let outcome = filter.select(ahead.end..end, records, out);
        ahead.end = end;
        ahead.size = (ahead.size * 2).min(LARGEST_CHUNK);
        if outcome.is_err() {
            // What fails has been read, too.
            self.pass(self.position..end, collection);
        }
        outcome.map(|()| true)
    }

    /// The next row, found through columns.
    fn next_selected(&mut self, collection: &Collection) -> Result<Step<RecordId>> {
        let records = collection.records();
        loop {
            let Some(ahead) = &mut self.ahead else { return Ok(Step::Done) };
            let (next, end) = (ahead.selected.next(), ahead.end);
            match next {
                Some(record) if records.contains(record) => {
                    let passed = self.pass(self.position..record + 1, collection);
                    self.stats.skipped(passed - 1);
                    return Ok(Step::Row(record));
                }
                Some(_) => {}
                None => {
                    let passed = self.pass(self.position..end, collection);
                    self.stats.skipped(passed);
                    let mut selected = Vec::new();
                    if !self.advance(collection, &mut selected)? {
                        return Ok(Step::Done);
                    }
                    if let Some(ahead) = &mut self.ahead {
                        ahead.selected = selected.into_iter();
                    }
                    if passed > 0 {
                        return Ok(Step::NeedTime);
                    }
                }
            }
        }
    }

    /// The next row, found by reading documents.
    fn next_read(&mut self, collection: &Collection) -> Result<Step<RecordId>> {
        let records = collection.records();
        for _ in 0..BURST {
            let found = match self.direction {
                Direction::Forward => records.next_from(self.position),
                Direction::Backward => records.previous_before(self.position),
            };
            let Some((record, bytes)) = found else { return Ok(Step::Done) };
            self.position = self.direction.past(record);
            self.examined.documents += 1;
            self.examined.bytes += bytes.len() as u64;
            let matches = match &self.filter {
                Some(filter) => filter.matches(RawDoc::new(bytes))?,
                None => true,
            };
            if matches {
                return Ok(Step::Row(record));
            }
            self.stats.skipped(1);
        }
        Ok(Step::NeedTime)
    }
}

impl PlanStage for CollectionScan {
    fn next(&mut self, execution: &mut PlanExecution<'_>) -> Result<Step> {
        Ok(match self.next_record(execution)? {
            Step::Row(record) => Step::Row(Row { record: Some(record), ..Row::default() }),
            Step::NeedTime => Step::NeedTime,
            Step::Done => Step::Done,
        })
    }

    fn next_record(&mut self, execution: &mut PlanExecution<'_>) -> Result<Step<RecordId>> {
        let collection = execution.collection;
        let step = if self.looks_ahead(collection) {
            self.next_selected(collection)?
        } else {
            self.next_read(collection)?
        };
        // Documents without a row are counted where they are passed.
        if !matches!(step, Step::NeedTime) {
            self.stats.count(&step);
        }
        Ok(step)
    }

    fn gives_records(&self) -> bool {
        self.direction.is_forward()
    }

    fn records_ascend(&self) -> bool {
        self.direction.is_forward()
    }

    fn next_records(&mut self, execution: &mut PlanExecution<'_>, out: &mut Vec<RecordId>) -> Result<bool> {
        let collection = execution.collection;
        let records = collection.records();
        let start = self.position;
        let given = out.len();
        if start >= records.end() {
            self.stats.count(&Step::<Row>::Done);
            return Ok(false);
        }
        // What fails has been read, too.
        let mut outcome = Ok(());
        let end = if self.looks_ahead(collection) {
            if let Some(ahead) = &mut self.ahead {
                out.extend(ahead.selected.by_ref());
            }
            if self.ahead.as_ref().is_some_and(|ahead| ahead.end <= start) {
                self.advance(collection, out)?;
            }
            let end = self.ahead.as_ref().map_or(start, |ahead| ahead.end);
            records.keep_present(&(start..end), out, given);
            end
        } else {
            let end = chunk_end(start, LARGEST_CHUNK).min(records.end());
            match &self.filter {
                Some(filter) => outcome = select(filter, start..end, records, out),
                None => records.ids(start..end, out),
            }
            end
        };
        let passed = self.pass(start..end, collection);
        self.stats.gave((out.len() - given) as u64, passed);
        outcome.map(|()| true)
    }

    fn each_document(
        &mut self,
        execution: &mut PlanExecution<'_>,
        take: &mut dyn FnMut(RawDoc<'_>) -> Result<bool>,
    ) -> Result<Option<bool>> {
        if self.filter.is_some() || !self.direction.is_forward() {
            return Ok(None);
        }
        for (record, bytes) in execution.collection.records().iter_from(self.position) {
            self.position = record + 1;
            self.examined.documents += 1;
            self.examined.bytes += bytes.len() as u64;
            self.stats.gave(1, 1);
            if !take(RawDoc::new(bytes))? {
                return Ok(Some(false));
            }
        }
        self.stats.count(&Step::<Row>::Done);
        Ok(Some(true))
    }

    fn name(&self) -> &'static str {
        "COLLSCAN"
    }

    fn stats(&self) -> CommonStats {
        self.stats
    }

    fn examined(&self) -> Examined {
        Examined { seeks: u64::from(self.examined.documents > 0), ..self.examined }
    }

    fn last_seen(&self) -> Option<RecordId> {
        if self.direction.is_forward() { self.position.checked_sub(1) } else { Some(self.position) }
    }

    fn describe(&self, out: &mut DocBuilder) {
        if let Some(filter) = &self.filter {
            out.append_doc("filter", RawDoc::new(&filter.describe()));
        }
        out.append_str("direction", self.direction.name());
    }

    fn describe_stats(&self, out: &mut DocBuilder) {
        out.append_count("docsExamined", self.examined.documents);
    }

    fn summary(&self, out: &mut Vec<String>) {
        out.push("COLLSCAN".into());
    }
}

/// Appends the records of a range that match.
///
/// # Errors
/// As [`Filter::matches`].
fn select(
    filter: &Filter,
    range: Range<RecordId>,
    records: &RecordStore,
    out: &mut Vec<RecordId>,
) -> Result<()> {
    for record in range {
        if let Some(bytes) = records.get(record)
            && filter.matches(RawDoc::new(bytes))?
        {
            out.push(record);
        }
    }
    Ok(())
}
