//! The values of a pipeline's rows, as dictionary codes.

use std::rc::Rc;

use super::row_filter::{RowFilter, collect_paths};
use super::rows::{Records, Wanted};
use crate::aggregate::accumulator::{Argument, CodeSelection};
use crate::collection::{Code, Column, Dictionary, NEEDS_DOCUMENT, RecordId, Table};

/// The source of a value's codes.
#[derive(Clone, Debug)]
pub(in crate::aggregate) enum Source {
    /// The record's value at a path.
    Column(Rc<Column>),
    /// A column of the row table, by position.
    Row(usize),
    /// A constant, without codes.
    Constant,
}

/// The columns with the values of rows, and the current selection of rows.
pub(in crate::aggregate) struct RowCodes {
    /// The row table; `None` when rows are the records themselves.
    table: Option<Rc<Table>>,
    /// The source of each requested value.
    sources: Vec<Source>,
    /// The columns that lack a code for some records.
    columns: Vec<Rc<Column>>,
    filters: Vec<RowFilter>,
    /// The record of each selected row.
    owners: Vec<RecordId>,
    /// The position of each selected row in the table; zeros without a table.
    places: Vec<u32>,
}

/// A value that the table must have for every row: its identity and how to read it.
type Requested<'e> = (Vec<u8>, Wanted<'e>);

impl RowCodes {
    /// Finds the columns of these arguments; `None` when one has no column.
    pub(in crate::aggregate) fn new(arguments: &[Argument<'_>], rows: &mut Records<'_, '_>) -> Option<Self> {
        let nodes = rows.conditions();
        let mut paths = Vec::new();
        nodes.iter().try_for_each(|filter| collect_paths(filter.root(), &mut paths))?;
        let mut requested: Vec<Requested<'_>> = Vec::new();
        let all = arguments.iter().copied().chain(paths.iter().map(Argument::Path));
        let sources =
            all.map(|argument| source(argument, rows, &mut requested)).collect::<Option<Vec<_>>>()?;
        let table = if requested.is_empty() && rows.are_plain() {
            None
        } else {
            let wanted: Vec<_> =
                requested.iter().map(|(identity, wanted)| (identity.as_slice(), *wanted)).collect();
            Some(rows.table(&wanted)?)
        };
        // The table has its own column order.
        let placed = |source: Source| match (source, &table) {
            (Source::Row(at), Some(table)) => {
                requested.get(at).and_then(|(identity, _)| table.position(identity)).map(Source::Row)
            }
            (source, _) => Some(source),
        };
        let mut sources = sources.into_iter().map(placed).collect::<Option<Vec<_>>>()?;
        let columns = sources.iter().filter_map(|source| match source {
            Source::Column(column) if !column.is_simple() => Some(column.clone()),
            _ => None,
        });
        let columns = columns.collect();
        let mut tested = sources.split_off(arguments.len()).into_iter();
        let filter =
            |filter: &Rc<crate::query::Filter>| RowFilter::new(filter.root(), &mut tested, table.as_deref());
        let filters = nodes.iter().map(filter).collect::<Option<Vec<_>>>()?;
        Some(RowCodes { table, sources, columns, filters, owners: Vec::new(), places: Vec::new() })
    }

    /// Returns the dictionary of an argument; `None` for a constant.
    pub(in crate::aggregate) fn dictionary(&self, argument: usize) -> Option<&Dictionary> {
        self.sources.get(argument)?.dictionary(self.table.as_deref())
    }

    /// Returns the number of leading records that have codes for all values.
    pub(in crate::aggregate) fn plain(&self, records: &[RecordId]) -> usize {
        if self.table.is_none() && self.columns.is_empty() {
            return records.len();
        }
        let complex = |&record: &RecordId| {
            self.columns.iter().any(|column| column.code(record) == NEEDS_DOCUMENT)
                || self.table.as_ref().is_some_and(|table| table.rows(record).is_none())
        };
        records.iter().position(complex).unwrap_or(records.len())
    }

    /// Selects the rows of these records that pass all filters; returns their number.
    pub(in crate::aggregate) fn choose(&mut self, records: &[RecordId], rows: &mut Records<'_, '_>) -> usize {
        self.owners.clear();
        self.places.clear();
        match &self.table {
            None => {
                self.owners.extend_from_slice(records);
                if !self.filters.is_empty() {
                    self.places.resize(records.len(), 0);
                }
            }
            Some(table) => {
                for &record in records {
                    let span = table.rows(record).unwrap_or(0..0);
                    self.owners.resize(self.owners.len() + span.len(), record);
                    self.places.extend(span.map(|row| row as u32));
                }
            }
        }
        rows.count(0, self.owners.len());
        for (at, filter) in self.filters.iter().enumerate() {
            let mut kept = 0;
            for row in 0..self.owners.len() {
                let (owner, place) = (self.owners[row], self.places[row]);
                self.owners[kept] = owner;
                self.places[kept] = place;
                kept += usize::from(filter.holds(owner, place as usize, self.table.as_deref()));
            }
            self.owners.truncate(kept);
            self.places.truncate(kept);
            rows.count(at + 1, kept);
        }
        self.owners.len()
    }

    /// Returns the record of a selected row, and the row's number within that record.
    pub(in crate::aggregate) fn chosen(&self, row: usize) -> (RecordId, usize) {
        let record = self.owners.get(row).copied().unwrap_or_default();
        let place = self.places.get(row).map_or(0, |&place| place as usize);
        let first = self.table.as_ref().and_then(|table| table.rows(record)).map_or(0, |rows| rows.start);
        (record, place.saturating_sub(first))
    }

    /// Returns the number of selected rows.
    pub(in crate::aggregate) fn len(&self) -> usize {
        self.owners.len()
    }

    /// Appends an argument's codes for the selected rows; zeros for a constant.
    pub(in crate::aggregate) fn write(&self, argument: usize, out: &mut Vec<Code>) {
        match self.picked(argument) {
            Some(picked) => out.extend(picked.iter()),
            None => out.extend(self.owners.iter().map(|_| 0)),
        }
    }

    /// Returns an argument's codes for the selected rows; `None` for a constant.
    #[inline]
    pub(in crate::aggregate) fn picked(&self, argument: usize) -> Option<CodeSelection<'_>> {
        match (self.sources.get(argument)?, &self.table) {
            (Source::Column(column), _) => {
                Some(CodeSelection { codes: column.codes(), places: &self.owners })
            }
            (Source::Row(at), Some(table)) => {
                Some(CodeSelection { codes: table.column(*at)?.codes(), places: &self.places })
            }
            _ => None,
        }
    }
}

/// Returns the source of an argument's values; values that differ from the record's are requested from the table.
fn source<'e>(
    argument: Argument<'e>,
    rows: &Records<'_, '_>,
    requested: &mut Vec<Requested<'e>>,
) -> Option<Source> {
    let wanted = match argument {
        Argument::Constant => return Some(Source::Constant),
        Argument::Other => return None,
        Argument::Path(path) => {
            let column = if rows.keep(path.as_str()) { rows.collection.column(path.as_str()) } else { None };
            match column {
                Some(column) if !column.is_mostly_complex() => return Some(Source::Column(column)),
                None if rows.are_plain() => return None,
                _ => {}
            }
            ([b"p", path.as_str().as_bytes()].concat(), Wanted::Path(path))
        }
        Argument::Computed(expression, identity) => (identity.to_vec(), Wanted::Computed(expression)),
    };
    let known = requested.iter().position(|(identity, _)| *identity == wanted.0);
    Some(Source::Row(known.unwrap_or_else(|| {
        requested.push(wanted);
        requested.len() - 1
    })))
}

impl Source {
    /// Returns the dictionary; `None` for a constant.
    pub(in crate::aggregate) fn dictionary<'s>(&'s self, table: Option<&'s Table>) -> Option<&'s Dictionary> {
        match self {
            Source::Column(column) => Some(column.dictionary()),
            Source::Row(at) => Some(table?.column(*at)?.dictionary()),
            Source::Constant => None,
        }
    }

    /// Returns the code of a record's row.
    pub(in crate::aggregate) fn code(&self, record: RecordId, row: usize, table: Option<&Table>) -> Code {
        match self {
            Source::Column(column) => column.code(record),
            Source::Row(at) => {
                let column = table.and_then(|table| table.column(*at));
                column.and_then(|column| column.codes().get(row)).copied().unwrap_or(NEEDS_DOCUMENT)
            }
            Source::Constant => 0,
        }
    }
}
