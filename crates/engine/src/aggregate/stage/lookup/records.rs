//! Finds the matches of `$lookup`'s equality without planning a query per document: by an index
//! that leaves the planner no choice, or by a hash table when no index exists.

use std::rc::Rc;

use crate::Result;
use crate::aggregate::execution::Usage;
use crate::aggregate::hash_join::HashJoin;
use crate::aggregate::index_join::IndexJoin;
use crate::collection::{Collection, Column, Counts, Index, RecordId, Version};
use crate::plan::{Examined, key_decides};
use crate::value::{Collation, Path, RawValue};

/// Matching records of the foreign collection.
#[derive(Debug, Default)]
pub(in crate::aggregate) struct MatchedRecords {
    ids: Vec<RecordId>,
    next: usize,
    /// The work of fetching them; `None` when the whole collection was read before.
    examined: Option<Examined>,
}

impl MatchedRecords {
    /// Returns the next record that still exists, and the length of its document.
    pub(super) fn next(&mut self, collection: &Collection) -> Option<(RecordId, usize)> {
        loop {
            let record = *self.ids.get(self.next)?;
            self.next += 1;
            if let Some(length) = collection.records().length(record) {
                self.count(1, length);
                return Some((record, length));
            }
        }
    }

    /// Returns all record ids, including those of deleted records.
    pub(in crate::aggregate) fn into_ids(self) -> Vec<RecordId> {
        self.ids
    }

    /// Consumes the remaining documents; returns their number and total bytes.
    pub(super) fn measure(&mut self, collection: &Collection) -> (usize, usize) {
        let left = self.ids.get(self.next..).unwrap_or(&[]);
        let (mut count, mut bytes) = (0, 0);
        for length in left.iter().filter_map(|record| collection.records().length(*record)) {
            count += 1;
            bytes += length;
        }
        self.next = self.ids.len();
        self.count(count, bytes);
        (count, bytes)
    }

    fn count(&mut self, documents: usize, bytes: usize) {
        if let Some(examined) = &mut self.examined {
            examined.documents += documents as u64;
            examined.seeks += documents as u64;
            examined.bytes += bytes as u64;
        }
    }

    /// Returns the work since the last call.
    pub(super) fn take_examined(&mut self) -> Examined {
        self.examined.as_mut().map(std::mem::take).unwrap_or_default()
    }
}

/// Values are searched in the index one by one until their number exceeds the number of records divided by
/// this. From then on counting all values at once pays off.
const COUNTED_PART: usize = 1024;
/// Like [`COUNTED_PART`], when the column to count by must be built first.
const COLUMN_PART: usize = 16;

/// The state of a join between documents.
#[derive(Debug, Default)]
pub(in crate::aggregate) struct Join {
    /// The index join, when an index leaves the planner no choice.
    index: Option<IndexJoin>,
    /// The number of values searched in the index.
    searched: usize,
    /// Match counts by value, with the collection's version; requested once after many searches. The inner `None`
    /// means that they can't be used.
    counts: Option<(Version, Option<Rc<Counts>>)>,
    /// A column of the foreign collection, with the collection's version; `None` as in `counts`.
    column: Option<(Version, Option<Rc<Column>>)>,
    /// The hash join, when no index exists.
    table: Option<Rc<HashJoin>>,
    /// Reusable buffer for record ids.
    buffer: Vec<RecordId>,
}

impl Join {
    /// Whether an index can find equal values at a path, so no hash table is needed.
    pub(super) fn has_index(&self, collection: &Collection, path: &str) -> bool {
        let indexed = |index: &Index| {
            !index.spec.hidden && index.spec.fields.first().is_some_and(|field| field.path.as_str() == path)
        };
        self.is_ready(collection) || collection.indexes().iter().any(indexed)
    }

    fn is_ready(&self, collection: &Collection) -> bool {
        self.index.as_ref().is_some_and(|index| index.is_current(collection))
    }

    /// Returns the records that equal a value at a path; `None` when the planner must find them.
    pub(super) fn by_index(
        &mut self,
        value: RawValue<'_>,
        collection: &Collection,
        path: &str,
        usage: &mut Usage,
    ) -> Option<MatchedRecords> {
        if !key_decides(value) {
            return None;
        }
        if !self.is_ready(collection) {
            self.index = IndexJoin::new(collection, path);
            usage.use_index(&collection.namespace, self.index.as_ref()?.name(collection));
        }
        self.searched += 1;
        let mut ids = std::mem::take(&mut self.buffer);
        self.index.as_mut()?.find(collection, value, &mut usage.examined, &mut ids);
        Some(MatchedRecords { ids, next: 0, examined: Some(Examined::default()) })
    }

    /// Returns number and bytes of the records that [`Self::by_index`] finds, by value, once counting pays off.
    pub(super) fn counts(&mut self, collection: &Collection, path: &str) -> Option<Rc<Counts>> {
        if !self.is_ready(collection) || !self.index.as_ref()?.has_one_key_each(collection) {
            return None;
        }
        if self.counts.is_none() {
            let part = if collection.has_column(path) { COUNTED_PART } else { COLUMN_PART };
            if !collection.has_counts(path) && self.searched <= collection.records().len() / part {
                return None;
            }
            self.counts = Some((collection.current_version(), collection.counts(path)));
        }
        let (_, counts) =
            self.counts.as_ref().filter(|(version, _)| *version == collection.current_version())?;
        counts.clone()
    }

    /// Returns the column of a field, once so many records were looked up that building it pays off.
    pub(super) fn column(&mut self, collection: &Collection, field: &str) -> Option<&Column> {
        let version = collection.current_version();
        if self.column.as_ref().is_none_or(|(known, _)| *known != version) {
            let worth =
                collection.has_column(field) || self.searched > collection.records().len() / COLUMN_PART;
            if !worth {
                return None;
            }
            let column = collection.column(field).filter(|column| !column.is_mostly_complex());
            self.column = Some((version, column));
        }
        self.column.as_ref()?.1.as_deref()
    }

    /// Returns the records that equal one of the values at a path, in natural order, and whether
    /// the collection was read to build the table.
    ///
    /// # Errors
    /// Same as [`HashJoin::build`].
    pub(in crate::aggregate) fn by_table<'v>(
        &mut self,
        values: impl Iterator<Item = RawValue<'v>>,
        collection: &Collection,
        (path, collation): (&str, Option<Rc<Collation>>),
        usage: &mut Usage,
    ) -> Result<(MatchedRecords, bool)> {
        let (table, built) = match &self.table {
            Some(table) if table.is_current(collection) => (table, false),
            _ => {
                let built = HashJoin::build(collection, &Path::new(path), collation, &mut usage.examined)?;
                (&*self.table.insert(Rc::new(built)), true)
            }
        };
        Ok((MatchedRecords { ids: table.find(values), next: 0, examined: None }, built))
    }

    /// Reuses the buffer of records that aren't needed any more.
    pub(super) fn recycle(&mut self, records: MatchedRecords) {
        self.buffer = records.ids;
    }
}
