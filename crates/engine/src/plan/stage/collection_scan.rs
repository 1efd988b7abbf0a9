//! `COLLSCAN`: every document in natural order.

use std::ops::Range;
use std::rc::Rc;

use crate::collection::{Collection, ColumnFilter, PAGE_SLOTS, RecordId, RecordStore};
use crate::error::Result;
use crate::plan::{CommonStats, Direction, Examined, PlanExecution, PlanStage, Row, Step};
use crate::query::Filter;
use crate::value::{DocBuilder, RawDoc};

/// The number of documents examined before a trial may stop.
const BURST: RecordId = 128;
/// The maximum number of records that columns filter at once.
const LARGEST_CHUNK: RecordId = 4096;

/// See the module.
#[derive(Debug)]
pub struct CollectionScan {
    filter: Option<Rc<Filter>>,
    direction: Direction,
    /// The next record to examine in a forward scan; in a backward scan, the record to continue before.
    position: RecordId,
    ahead: Option<Lookahead>,
    stats: CommonStats,
    examined: Examined,
}

/// The records that columns have selected at and after the position.
#[derive(Debug)]
struct Lookahead {
    /// The filter bound to the collection's columns; `None` when columns can't evaluate it.
    filter: Option<ColumnFilter>,
    /// The collection version that this is based on.
    version: u64,
    /// The chunk's matching records that are not returned yet.
    selected: std::vec::IntoIter<RecordId>,
    /// The end of the chunk.
    end: RecordId,
    /// The size of the next chunk in records.
    size: RecordId,
}

impl Lookahead {
    fn new(filter: &Filter, collection: &Collection, from: RecordId) -> Self {
        Lookahead {
            filter: ColumnFilter::new(filter, collection),
            version: collection.version(),
            selected: Vec::new().into_iter(),
            end: from,
            size: BURST,
        }
    }
}

/// Returns the end of a chunk. A large chunk ends with a page of the record store, so that the store need
/// not count within pages.
fn chunk_end(start: RecordId, size: RecordId) -> RecordId {
    let end = start + size;
    if size < PAGE_SLOTS as RecordId { end } else { end - end % PAGE_SLOTS as RecordId }
}

impl CollectionScan {
    /// Scans documents that match, forward or backward.
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

    /// Starts after a record, if there is one. Forward only.
    pub fn after(mut self, record: Option<RecordId>) -> Self {
        self.position = record.map_or(self.position, |record| record + 1);
        self
    }

    /// Binds the filter to the collection's current columns. Returns whether columns can evaluate it.
    fn bind_columns(&mut self, collection: &Collection) -> bool {
        let Some(filter) = self.filter.as_ref().filter(|_| self.direction.is_forward()) else { return false };
        if self.ahead.as_ref().is_none_or(|ahead| ahead.version != collection.version()) {
            // Drop our columns first: columns with no other owner are refreshed in place.
            self.ahead = None;
            self.ahead = Some(Lookahead::new(filter, collection, self.position));
        }
        self.ahead.as_ref().is_some_and(|ahead| ahead.filter.is_some())
    }

    /// Counts the documents of an examined range, and moves behind it.
    fn advance_past(&mut self, range: Range<RecordId>, collection: &Collection) -> u64 {
        let (documents, bytes) = collection.records().measure(range.start, range.end);
        self.examined.documents += documents;
        self.examined.bytes += bytes;
        self.position = range.end;
        documents
    }

    /// Filters the next chunk through columns, and appends the matching records. Returns false at the end.
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
            // On an error, the chunk counts as read.
            self.advance_past(self.position..end, collection);
        }
        outcome.map(|()| true)
    }

    /// Returns the next row, selected through columns.
    fn next_selected(&mut self, collection: &Collection) -> Result<Step<RecordId>> {
        let records = collection.records();
        loop {
            let Some(ahead) = &mut self.ahead else { return Ok(Step::Done) };
            let (next, end) = (ahead.selected.next(), ahead.end);
            match next {
                Some(record) if records.contains(record) => {
                    let passed = self.advance_past(self.position..record + 1, collection);
                    self.stats.count_skipped(passed - 1);
                    return Ok(Step::Row(record));
                }
                Some(_) => {}
                None => {
                    let passed = self.advance_past(self.position..end, collection);
                    self.stats.count_skipped(passed);
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

    /// Returns the next row, found by reading documents.
    fn next_by_reading(&mut self, collection: &Collection) -> Result<Step<RecordId>> {
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
            self.stats.count_skipped(1);
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
        let step = if self.bind_columns(collection) {
            self.next_selected(collection)?
        } else {
            self.next_by_reading(collection)?
        };
        // Examined documents without a row are counted in `advance_past`.
        if !matches!(step, Step::NeedTime) {
            self.stats.count(&step);
        }
        Ok(step)
    }

    fn yields_records(&self) -> bool {
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
        // On an error, the chunk counts as read.
        let mut outcome = Ok(());
        let end = if self.bind_columns(collection) {
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
        let passed = self.advance_past(start..end, collection);
        self.stats.count_rows((out.len() - given) as u64, passed);
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
            self.stats.count_rows(1, 1);
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

/// Appends the matching records of a range.
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
