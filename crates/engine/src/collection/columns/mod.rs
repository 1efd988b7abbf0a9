//! Columns: the values of all records at one path, stored contiguously. `docs/columns.md` describes the
//! design.
//!
//! A scan that tests one field of every document spends its time on finding the field. A column stores the
//! field's value of every record as the code of a dictionary of distinct values: a condition is evaluated
//! once per value, a group is found once per value, and the scan reads four bytes per record. Columns are
//! built on the first scan that needs them, and updated after writes.
//!
//! Invariant: columns never change an answer. If a code can't represent a value ([`NEEDS_DOCUMENT`]), the
//! document is read.

mod column;
mod counts;
mod filter;
mod multi_value_column;
mod prefixes;
mod table;

use std::cell::RefCell;
use std::rc::Rc;

pub use crate::dictionary::{Code, Dictionary, NEEDS_DOCUMENT};
pub use column::Column;
pub use counts::Counts;
pub use filter::ColumnFilter;
pub use multi_value_column::MultiValueColumn;
pub use prefixes::{Prefix, Prefixes};
pub use table::{ReadRows, Sink, Table, TableColumn};

use super::{RecordId, RecordStore};

/// Minimum number of records for columns.
const MIN_RECORDS: usize = 512;
/// Maximum number of columns per collection.
const MAX_COLUMNS: usize = 32;
/// All tables together, except the latest, use at most this fraction of the documents' size.
const TABLES_PART: usize = 3;
/// Maximum size in bytes of a condition with a table.
const MAX_CONDITION_BYTES: usize = 4096;
/// Changed records are tracked up to this fraction of all records.
const STALE_PART: usize = 8;

/// The columns of one collection.
#[derive(Clone, Debug, Default)]
pub(super) struct Columns(RefCell<Cache>);

#[derive(Clone, Debug, Default)]
struct Cache {
    columns: Vec<(Box<str>, CacheSlot<Column>)>,
    prefixes: Vec<(Box<str>, CacheSlot<Prefixes>)>,
    multi_value_columns: Vec<(Box<str>, CacheSlot<MultiValueColumn>)>,
    /// With the collection version that they count; `None` when they don't pay off.
    counts: Vec<(Box<str>, u64, Option<Rc<Counts>>)>,
    /// By the text of the stages that produce the rows; the most recently used last.
    tables: Vec<(Box<[u8]>, Rc<Table>)>,
    /// Predicates that ran once, the latest last. A second run builds a table.
    seen_predicates: Vec<Box<[u8]>>,
    /// Records changed since the columns were last used.
    stale: Vec<RecordId>,
}

#[derive(Clone, Debug)]
enum CacheSlot<C> {
    Column(Rc<C>),
    /// The number of records at which the column had too many distinct values.
    Rejected(usize),
}

impl Columns {
    /// Records that a record changed. `fields` are the top-level fields that may differ; `None` for any.
    pub(super) fn changed(&mut self, record: RecordId, fields: Option<&[Box<str>]>, records: usize) {
        let cache = self.0.get_mut();
        if !cache.reads(fields) {
            return;
        }
        if cache.stale.len() > records / STALE_PART {
            *cache = Cache::default();
        } else {
            cache.stale.push(record);
        }
    }

    /// Returns the column of a dotted path, built or refreshed; `None` when it doesn't pay off.
    pub(super) fn get(&self, path: &str, records: &RecordStore) -> Option<Rc<Column>> {
        let mut cache = self.0.borrow_mut();
        cache.refresh(records);
        find(&mut cache.columns, path, records)
    }

    /// Whether the column of a dotted path exists.
    pub(super) fn has(&self, path: &str) -> bool {
        let kept = |(known, kept): &(Box<str>, CacheSlot<Column>)| {
            **known == *path && matches!(kept, CacheSlot::Column(_))
        };
        self.0.borrow().columns.iter().any(kept)
    }

    /// Returns the prefixes of the strings at a dotted path, built or refreshed; `None` when they don't pay
    /// off.
    pub(super) fn prefixes(&self, path: &str, records: &RecordStore) -> Option<Rc<Prefixes>> {
        let mut cache = self.0.borrow_mut();
        cache.refresh(records);
        find(&mut cache.prefixes, path, records)
    }

    /// Returns the values that a predicate on a dotted path tests, built or refreshed; `None` when a column
    /// doesn't pay off.
    pub(super) fn multi_value_column(
        &self,
        path: &str,
        records: &RecordStore,
    ) -> Option<Rc<MultiValueColumn>> {
        let mut cache = self.0.borrow_mut();
        cache.refresh(records);
        find(&mut cache.multi_value_columns, path, records)
    }

    /// Returns the cached result of [`Self::counts`] for this version of the collection.
    pub(super) fn known_counts(&self, path: &str, version: u64) -> Option<Option<Rc<Counts>>> {
        let known = &self.0.borrow().counts;
        let (.., counts) = known.iter().find(|(known, at, _)| **known == *path && *at == version)?;
        Some(counts.clone())
    }

    /// Returns the number of records per value of a dotted path, at this version of the collection; `None`
    /// when counting doesn't pay off.
    pub(super) fn counts(&self, path: &str, version: u64, records: &RecordStore) -> Option<Rc<Counts>> {
        if let Some(known) = self.known_counts(path, version) {
            return known;
        }
        let counts = self.get(path, records).and_then(|column| Counts::new(column, records)).map(Rc::new);
        let kept = &mut self.0.borrow_mut().counts;
        kept.retain(|(_, at, _)| *at == version);
        kept.push((path.into(), version, counts.clone()));
        counts
    }

    /// Returns the table of the rows that these stages produce from all records, built or refreshed, with
    /// at least the wanted columns; `None` when it doesn't pay off.
    pub(super) fn table(
        &self,
        stages: &[u8],
        wanted: &[&[u8]],
        records: &RecordStore,
        reader: &mut dyn ReadRows,
    ) -> Option<Rc<Table>> {
        if records.len() < MIN_RECORDS || records.len() < records.end() as usize / 4 {
            return None;
        }
        // The cache must not stay borrowed, since the reader may use other columns.
        let mut table = {
            let mut cache = self.0.borrow_mut();
            cache.refresh(records);
            let known = cache.tables.iter().position(|(known, _)| **known == *stages);
            known.map_or_else(Rc::default, |at| cache.tables.remove(at).1)
        };
        let refused = table.rejects(wanted, records);
        let useful = !refused
            && (table.has(wanted, records) || Rc::make_mut(&mut table).refresh(wanted, records, reader));
        let mut cache = self.0.borrow_mut();
        cache.tables.push((stages.into(), table.clone()));
        let most = records.data_bytes() / TABLES_PART;
        while cache.tables.len() > 1
            && cache.tables.iter().map(|(_, table)| table.memory_bytes()).sum::<usize>() > most
        {
            cache.tables.remove(0);
        }
        useful.then_some(table)
    }

    /// Returns the table of results of a condition; `None` when it doesn't pay off. The first run of a
    /// condition builds none, since most run only once.
    pub(super) fn match_table(
        &self,
        condition: &[u8],
        records: &RecordStore,
        reader: &mut dyn ReadRows,
    ) -> Option<Rc<Table>> {
        let known = self.0.borrow().seen_predicates.iter().any(|known| **known == *condition);
        if !known {
            if condition.len() <= MAX_CONDITION_BYTES {
                let seen = &mut self.0.borrow_mut().seen_predicates;
                seen.drain(..(seen.len() + 1).saturating_sub(MAX_COLUMNS));
                seen.push(condition.into());
            }
            return None;
        }
        // Can't collide with stages: these are identified by documents, whose length is never 0.
        let name = [&[0; 4], condition].concat();
        self.table(&name, &[condition], records, reader)
    }

    /// Returns the memory used, in bytes.
    pub(super) fn memory_bytes(&self) -> usize {
        fn total<C: Codes>(all: &[(Box<str>, CacheSlot<C>)]) -> usize {
            let bytes = |kept: &CacheSlot<C>| match kept {
                CacheSlot::Column(column) => column.memory_bytes(),
                CacheSlot::Rejected(_) => 0,
            };
            all.iter().map(|(_, kept)| bytes(kept)).sum()
        }
        let cache = self.0.borrow();
        let tables: usize = cache.tables.iter().map(|(_, table)| table.memory_bytes()).sum();
        let counts: usize = cache
            .counts
            .iter()
            .filter_map(|(.., counts)| counts.as_ref())
            .map(|counts| counts.memory_bytes())
            .sum();
        total(&cache.columns) + total(&cache.prefixes) + total(&cache.multi_value_columns) + counts + tables
    }
}

/// A kind of column.
trait Codes: Clone {
    fn new(path: &str) -> Self;
    fn is_behind(&self, records: &RecordStore) -> bool;
    fn extend(&mut self, records: &RecordStore) -> bool;
    fn memory_bytes(&self) -> usize;
    /// Reads a changed record again.
    fn refresh(&mut self, _record: RecordId, _records: &RecordStore) {}
}

/// Returns the cached column of a path, or a new one if there is room.
fn find<C: Codes>(
    all: &mut Vec<(Box<str>, CacheSlot<C>)>,
    path: &str,
    records: &RecordStore,
) -> Option<Rc<C>> {
    // If most ids are deleted, a column would consist mostly of gaps.
    if records.len() < MIN_RECORDS || records.len() < records.end() as usize / 4 {
        return None;
    }
    if let Some((_, kept)) = all.iter_mut().find(|(known, _)| **known == *path) {
        return match kept {
            CacheSlot::Rejected(count) if records.len() < *count * 2 => None,
            kept => kept.extended(path, records),
        };
    }
    if all.len() >= MAX_COLUMNS {
        return None;
    }
    let mut kept = CacheSlot::Column(Rc::new(C::new(path)));
    let column = kept.extended(path, records);
    all.push((path.into(), kept));
    column
}

impl<C: Codes> CacheSlot<C> {
    fn extended(&mut self, path: &str, records: &RecordStore) -> Option<Rc<C>> {
        if let CacheSlot::Rejected(_) = self {
            *self = CacheSlot::Column(Rc::new(C::new(path)));
        }
        let CacheSlot::Column(column) = self else { return None };
        if column.is_behind(records) && !Rc::make_mut(column).extend(records) {
            *self = CacheSlot::Rejected(records.len());
            return None;
        }
        Some(column.clone())
    }
}

impl Cache {
    /// Whether a column reads one of the fields; `None` for any field. Tables may read every field.
    fn reads(&self, fields: Option<&[Box<str>]>) -> bool {
        let reads = |path: &str| {
            let root = path.split('.').next().unwrap_or_default();
            fields.is_none_or(|fields| fields.iter().any(|field| **field == *root))
        };
        !self.tables.is_empty()
            || self.columns.iter().any(|(path, _)| reads(path))
            || self.prefixes.iter().any(|(path, _)| reads(path))
            || self.multi_value_columns.iter().any(|(path, _)| reads(path))
    }

    /// Reads all changed records again.
    fn refresh(&mut self, records: &RecordStore) {
        fn again<C: Codes>(all: &mut [(Box<str>, CacheSlot<C>)], record: RecordId, records: &RecordStore) {
            for (_, kept) in all {
                if let CacheSlot::Column(column) = kept {
                    Rc::make_mut(column).refresh(record, records);
                }
            }
        }
        for record in std::mem::take(&mut self.stale) {
            again(&mut self.columns, record, records);
            again(&mut self.prefixes, record, records);
            again(&mut self.multi_value_columns, record, records);
            for (_, table) in &mut self.tables {
                Rc::make_mut(table).stale.push(record);
            }
        }
    }
}
