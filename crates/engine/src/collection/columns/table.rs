//! Cached output of stages and expressions for every record.

use super::column::MAX_VALUE_BYTES;
use crate::collection::{RecordId, RecordStore};
use crate::dictionary::{Code, Dictionary};
use crate::value::{RawDoc, RawValue, tag};

/// The number of records from which a column of nearly distinct values is dropped.
const RECORDS_BEFORE_DROP: usize = 8192;
/// Maximum number of columns per table.
const MAX_COLUMNS: usize = 16;
/// Stored as number of rows if a record's document must be read.
const COMPLEX_COUNT: u32 = u32::MAX;

/// Reads the rows of a record. Returns `None` for a record that must be read every time, because it fails
/// or contains values without a code.
pub trait ReadRows {
    /// Writes the values of the wanted columns in each row of a record. `wanted` contains positions in the
    /// list of requested columns.
    fn read(
        &mut self,
        record: RecordId,
        document: RawDoc<'_>,
        wanted: &[usize],
        sink: &mut Sink,
    ) -> Option<()>;
}

/// The rows of all records; each value is a code of its column's dictionary.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// The positions of each record's rows, by record id.
    spans: Vec<Span>,
    rows: usize,
    columns: Vec<TableColumn>,
    /// Identities of columns that did not pay off, and the number of records at that time.
    rejected: Vec<(Box<[u8]>, usize)>,
    /// Changed records.
    pub(super) stale: Vec<RecordId>,
    /// The number of rows that no record uses any more.
    abandoned: usize,
}

/// Position and number of a record's rows.
#[derive(Clone, Copy, Debug, Default)]
struct Span {
    from: u32,
    count: u32,
}

/// A column of a [`Table`].
#[derive(Clone, Debug)]
pub struct TableColumn {
    identity: Box<[u8]>,
    codes: Vec<Code>,
    dictionary: Dictionary,
}

impl TableColumn {
    /// Returns the dictionary of distinct values.
    pub fn dictionary(&self) -> &Dictionary {
        &self.dictionary
    }

    /// Returns the codes by row.
    pub fn codes(&self) -> &[Code] {
        &self.codes
    }
}

/// Receives the values of one record's rows.
#[derive(Debug)]
pub struct Sink<'t> {
    columns: &'t mut [TableColumn],
    row: usize,
    simple: bool,
}

impl Sink<'_> {
    /// Sets the value of wanted column `at` in the current row.
    pub fn put(&mut self, at: usize, value: RawValue<'_>) {
        let Some(column) = self.columns.get_mut(at) else { return };
        if value.tag == tag::CODE_WITH_SCOPE || value.bytes.len() > MAX_VALUE_BYTES {
            self.simple = false;
            return;
        }
        let code = column.dictionary.code(value);
        match column.codes.get_mut(self.row) {
            Some(place) => *place = code,
            None => column.codes.push(code),
        }
    }

    /// Ends the current row.
    pub fn end_row(&mut self) {
        self.row += 1;
    }
}

impl Table {
    /// Returns the rows of a record, as positions in the codes of every column; `None` when its document
    /// must be read.
    #[inline]
    pub fn rows(&self, record: RecordId) -> Option<std::ops::Range<usize>> {
        let span = self.spans.get(record as usize).filter(|span| span.count != COMPLEX_COUNT)?;
        let from = span.from as usize;
        Some(from..from + span.count as usize)
    }

    /// Returns the code in the first column of a record's only row: `None` when the document must be read,
    /// `Some(None)` when the record has no row.
    #[inline]
    pub fn row(&self, record: RecordId) -> Option<Option<Code>> {
        let rows = self.rows(record)?;
        let code = |column: &TableColumn| column.codes.get(rows.start).copied();
        Some(if rows.is_empty() { None } else { self.columns.first().and_then(code) })
    }

    /// Returns the position of a column.
    pub fn position(&self, identity: &[u8]) -> Option<usize> {
        self.columns.iter().position(|column| *column.identity == *identity)
    }

    /// Returns the column at a position.
    pub fn column(&self, at: usize) -> Option<&TableColumn> {
        self.columns.get(at)
    }

    /// Returns the memory used, in bytes.
    pub(super) fn memory_bytes(&self) -> usize {
        let column = |column: &TableColumn| {
            column.codes.capacity() * size_of::<Code>() + column.dictionary.memory_bytes()
        };
        self.spans.capacity() * size_of::<Span>() + self.columns.iter().map(column).sum::<usize>()
    }

    /// Whether the table is complete, so that [`Self::refresh`] has nothing to do.
    pub(super) fn has(&self, wanted: &[&[u8]], records: &RecordStore) -> bool {
        let all = wanted.iter().all(|identity| self.position(identity).is_some());
        all && self.stale.is_empty() && self.spans.len() >= records.end() as usize
    }

    /// Whether one of these columns is known not to pay off.
    pub(super) fn rejects(&self, wanted: &[&[u8]], records: &RecordStore) -> bool {
        let is_refused = |identity: &&[u8]| {
            self.rejected.iter().any(|(known, count)| **known == **identity && records.len() < count * 2)
        };
        wanted.iter().any(is_refused)
    }

    /// Reads the records that these columns lack. Returns false when one doesn't pay off.
    pub(super) fn refresh(
        &mut self,
        wanted: &[&[u8]],
        records: &RecordStore,
        reader: &mut dyn ReadRows,
    ) -> bool {
        if self.abandoned > self.rows / 2 {
            *self = Table::default();
        }
        self.rejected.retain(|(known, _)| !wanted.contains(&&**known));
        let behind = !self.stale.is_empty() || self.spans.len() < records.end() as usize;
        let is_wanted = |column: &TableColumn| wanted.contains(&&*column.identity);
        if behind || self.columns.len() + wanted.len() > MAX_COLUMNS {
            // The reader provides only the wanted columns for new records.
            self.columns.retain(is_wanted);
        }
        // Existing columns come first, then those that need all records.
        let known = self.columns.len();
        for identity in wanted {
            if self.position(identity).is_none() {
                let codes = vec![0; self.rows];
                let dictionary = Dictionary::default();
                self.columns.push(TableColumn { identity: (*identity).into(), codes, dictionary });
            }
        }
        let place = |column: &TableColumn| wanted.iter().position(|identity| **identity == *column.identity);
        let places: Vec<Option<usize>> = self.columns.iter().map(place).collect();
        let places = |from: usize| places[from..].iter().copied().flatten().collect::<Vec<_>>();
        if self.spans.is_empty() || known < self.columns.len() {
            let missing = places(known);
            for record in 0..self.spans.len() as RecordId {
                if let (Some(rows), Some(bytes)) = (self.rows(record), records.get(record)) {
                    let count = rows.len();
                    if self.read(record, RawDoc::new(bytes), (known, &missing), rows.start, reader)
                        != Some(count)
                    {
                        self.spans[record as usize].count = COMPLEX_COUNT;
                    }
                }
            }
        }
        let all = places(0);
        for record in std::mem::take(&mut self.stale) {
            let Some(bytes) = records.get(record).filter(|_| (record as usize) < self.spans.len()) else {
                continue;
            };
            self.abandoned += self.rows(record).map_or(0, |rows| rows.len());
            self.spans[record as usize] = self.append(record, RawDoc::new(bytes), &all, reader);
        }
        let mut read = 0;
        for (record, bytes) in records.iter_from(self.spans.len() as RecordId) {
            self.spans.resize(record as usize, Span::default());
            let span = self.append(record, RawDoc::new(bytes), &all, reader);
            self.spans.push(span);
            read += 1;
            if read % RECORDS_BEFORE_DROP == 0 && self.drop_useless(records.len(), self.rows / 10 * 9) {
                // Only part of the records has been read.
                *self = Table { rejected: std::mem::take(&mut self.rejected), ..Table::default() };
                return false;
            }
        }
        self.spans.resize(records.end() as usize, Span::default());
        !self.drop_useless(records.len(), self.rows / 2)
    }

    /// Appends a record's rows to all columns.
    fn append(
        &mut self,
        record: RecordId,
        document: RawDoc<'_>,
        all: &[usize],
        reader: &mut dyn ReadRows,
    ) -> Span {
        let from = self.rows;
        let read = self.read(record, document, (0, all), from, reader);
        let count = read.filter(|count| from + count < COMPLEX_COUNT as usize).unwrap_or(0);
        for column in &mut self.columns {
            column.codes.resize(from + count, 0);
        }
        self.rows = from + count;
        Span { from: from as u32, count: if read.is_some() { count as u32 } else { COMPLEX_COUNT } }
    }

    /// Reads a record into the columns from `first` on, and returns the number of rows.
    fn read(
        &mut self,
        record: RecordId,
        document: RawDoc<'_>,
        (first, wanted): (usize, &[usize]),
        row: usize,
        reader: &mut dyn ReadRows,
    ) -> Option<usize> {
        let mut sink = Sink { columns: self.columns.get_mut(first..)?, row, simple: true };
        let read = reader.read(record, document, wanted, &mut sink);
        read.filter(|_| sink.simple).map(|()| sink.row - row)
    }

    /// Drops columns with more than `most` distinct values, except those of numbers and dates. Returns
    /// whether any were dropped.
    fn drop_useless(&mut self, records: usize, most: usize) -> bool {
        let before = self.columns.len();
        let useless =
            |column: &mut TableColumn| column.dictionary.len() > most && !column.dictionary.is_narrow();
        let rejected = self.columns.extract_if(.., useless);
        self.rejected.extend(rejected.map(|column| (column.identity, records)));
        self.columns.len() < before
    }
}
