//! `COLLSCAN`: every document in natural order.

use std::rc::Rc;

use crate::collection::{Collection, ColumnFilter, PAGE_SLOTS, RecordId};
use crate::error::Result;
use crate::plan::{CommonStats, Direction, Examined, Limits, PlanStage, Progress, RowBatch};
use crate::query::Filter;
use crate::value::{DocBuilder, RawDoc};

/// The number of records that columns filter first.
const SMALLEST_CHUNK: RecordId = 128;
/// The maximum number of records that columns filter at once.
const LARGEST_CHUNK: RecordId = 4096;

/// The `COLLSCAN` stage.
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

/// The records that columns have selected beyond the rows returned.
#[derive(Debug)]
struct Lookahead {
    /// The filter bound to the collection's columns; `None` when columns can't evaluate it.
    filter: Option<ColumnFilter>,
    /// The collection version that the filter was bound to.
    version: u64,
    /// The matching records of the last chunk that are not returned yet.
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
            size: SMALLEST_CHUNK,
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

    /// Counts the documents before a record as examined, and continues there.
    fn advance_to(&mut self, end: RecordId, collection: &Collection) {
        let (documents, bytes) = collection.records().measure(self.position, end);
        self.examined.documents += documents;
        self.examined.bytes += bytes;
        self.position = end;
    }

    /// Appends the next rows, selected through columns. Returns false at the end.
    fn select(&mut self, collection: &Collection, rows: usize, out: &mut Vec<RecordId>) -> Result<bool> {
        let records = collection.records();
        let Some(ahead) = &mut self.ahead else { return Ok(false) };
        let Some(filter) = &ahead.filter else { return Ok(false) };
        let given = out.len();
        let mut outcome = Ok(true);
        out.extend(ahead.selected.by_ref().take(rows));
        if out.len() == given {
            let chunk = ahead.end..chunk_end(ahead.end, ahead.size).min(records.end());
            if chunk.is_empty() {
                outcome = Ok(false);
            } else {
                outcome = filter.select(chunk.clone(), records, out).map(|()| true);
                records.keep_present(&chunk, out, given);
                if out.len() - given > rows {
                    ahead.selected = out.split_off(given + rows).into_iter();
                }
                ahead.end = chunk.end;
                ahead.size = (ahead.size * 2).min(LARGEST_CHUNK);
            }
        }
        // Examine what follows the last row only if more rows are needed. On an error, the chunk counts as examined.
        let end = match out.last() {
            Some(&last) if out.len() - given == rows => last + 1,
            _ => ahead.end,
        };
        self.advance_to(end, collection);
        outcome
    }

    /// Appends at most `rows` next records of a scan without a filter, possibly none. Returns false at the end.
    fn list(&mut self, collection: &Collection, rows: usize, out: &mut Vec<RecordId>) -> bool {
        let records = collection.records();
        let size = RecordId::try_from(rows).unwrap_or(LARGEST_CHUNK).min(LARGEST_CHUNK);
        let end = chunk_end(self.position, size).min(records.end());
        if self.position >= end {
            return false;
        }
        records.ids(self.position..end, out);
        self.advance_to(end, collection);
        true
    }

    /// Appends the next rows, found by reading documents. Returns false at the end.
    fn read(&mut self, collection: &Collection, limits: Limits, out: &mut Vec<RecordId>) -> Result<bool> {
        let records = collection.records();
        let mut forward = records.iter_from(self.position);
        let (mut works, given) = (0, out.len());
        while works < limits.works && out.len() - given < limits.rows {
            let found = match self.direction {
                Direction::Forward => forward.next(),
                Direction::Backward => records.previous_before(self.position),
            };
            let Some((record, bytes)) = found else { return Ok(false) };
            works += 1;
            self.position = self.direction.past(record);
            self.examined.documents += 1;
            self.examined.bytes += bytes.len() as u64;
            if self.filter.as_ref().map_or(Ok(true), |filter| filter.matches(RawDoc::new(bytes)))? {
                out.push(record);
            }
        }
        Ok(true)
    }
}

impl PlanStage for CollectionScan {
    fn work(&mut self, collection: &Collection, limits: Limits, out: &mut RowBatch) -> Result<Progress> {
        let (given, examined) = (out.len(), self.examined.documents);
        let out = &mut out.records;
        let more = if limits.works == u64::MAX && self.bind_columns(collection) {
            self.select(collection, limits.rows, out)
        } else if self.filter.is_none()
            && self.direction.is_forward()
            && limits.most() >= SMALLEST_CHUNK as usize
        {
            Ok(self.list(collection, limits.most(), out))
        } else {
            self.read(collection, limits, out)
        };
        let is_eof = matches!(more, Ok(false));
        let works = self.examined.documents - examined + u64::from(is_eof);
        let rows = (out.len() - given) as u64;
        let progress = self.stats.count(Progress { works, rows, is_eof });
        more.map(|_| progress)
    }

    fn yields_records(&self) -> bool {
        self.direction.is_forward()
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
