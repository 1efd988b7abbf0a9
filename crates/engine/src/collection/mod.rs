//! Collections: records, indexes, and the writes that keep them consistent.
//!
//! Invariant: a write changes the record and all its index entries, or, if it fails, nothing.

mod btree;
mod columns;
mod geo_keys;
mod index;
mod index_options;
mod index_signature;
mod index_spec;
mod key_pattern;
mod options;
mod partial_filter;
mod plan_cache;
mod record_store;
mod statistics;
mod storage_engines;
mod text_keys;
mod validator;
mod wildcard;

pub use btree::{BTree, Entry};
pub use columns::{
    Code, Column, ColumnFilter, Counts, Dictionary, MultiValueColumn, NEEDS_DOCUMENT, Prefix, Prefixes,
    ReadRows, Sink, Table, TableColumn,
};
pub use index::{DocumentKeys, EncodedKey, Index};
pub use index_options::{expiry_error, is_true};
pub use index_spec::{IndexSpec, KeyField, KeyKind};
pub use options::{Capped, Clustered, CollectionOptions, View};
pub(crate) use plan_cache::TrialResult;
pub use plan_cache::{IndexFilter, PlanCache};
pub use record_store::{PAGE_SLOTS, Placement, RecordId, RecordStore};
pub(crate) use statistics::write_statistics;
pub(crate) use text_keys::only_one;
pub use validator::{ValidationAction, ValidationLevel, Validator, validator_place};
pub use wildcard::{PATH_FIELD, Wildcard};

use std::rc::Rc;

use crate::error::{Error, ErrorCode, Result};
use crate::value::{DocBuilder, MAX_DOCUMENT_BYTES, RawDoc, RawValue, Value, is_dbref_field, tag};

/// Maximum number of indexes per collection, including `_id`.
pub const MAX_INDEXES: usize = 64;

/// A collection.
#[derive(Clone, Debug)]
pub struct Collection {
    /// `database.collection`.
    pub namespace: String,
    /// Identifies the collection during its lifetime.
    pub uuid: [u8; 16],
    /// Options given at creation.
    pub options: CollectionOptions,
    records: RecordStore,
    indexes: Vec<Index>,
    columns: columns::Columns,
    /// Incremented on every change of indexes or options, which invalidates cached plans.
    pub epoch: u64,
    /// The cached plans.
    pub plan_cache: PlanCache,
    /// Incremented on every write.
    version: u64,
    /// The change recorder, once a change stream was opened.
    pub(crate) changes: Option<Rc<dyn RecordChange>>,
}

/// Records every change of a collection's documents.
pub(crate) trait RecordChange: std::fmt::Debug {
    /// Records the change of a record: the document before, after, or both.
    fn record(&self, collection: &Collection, before: Option<Vec<u8>>, after: Option<&[u8]>);
}

/// The storage work of a write, for the meters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WriteEffect {
    /// Index entries added.
    pub keys_inserted: usize,
    /// Index entries removed.
    pub keys_deleted: usize,
    /// Size of the documents written, in bytes.
    pub bytes_written: usize,
    /// Whether the record outgrew its slot.
    pub moved: bool,
}

/// A part of a document that contains all changed bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patch {
    /// The offset in the document.
    pub offset: usize,
    /// The length in bytes.
    pub length: usize,
    /// The number of changed bytes, for the meter.
    pub written: usize,
}

/// A version of a collection. Data read from it is valid until the version changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version {
    uuid: [u8; 16],
    version: u64,
}

/// The new contents of a document.
#[derive(Clone, Copy, Debug)]
pub struct Change<'a> {
    /// The whole new document.
    pub document: &'a [u8],
    /// The part that differs from the old one, if the size doesn't change.
    pub patch: Option<Patch>,
    /// The top-level fields that may differ; `None` for any.
    pub fields: Option<&'a [Box<str>]>,
}

impl<'a> Change<'a> {
    /// Replaces the whole document.
    pub fn replace(document: &'a [u8]) -> Self {
        Change { document, patch: None, fields: None }
    }
}

impl Collection {
    /// Creates an empty collection with its `_id` index.
    pub fn new(namespace: String, uuid: [u8; 16], options: CollectionOptions, now_millis: i64) -> Self {
        let id_index = options.clustered.as_ref().map_or_else(IndexSpec::id_index, IndexSpec::clustered);
        let id_index = id_index.with_collation(options.collation.clone());
        Collection {
            namespace,
            uuid,
            options,
            records: RecordStore::default(),
            indexes: vec![Index::new(id_index, now_millis)],
            columns: columns::Columns::default(),
            epoch: 0,
            plan_cache: PlanCache::default(),
            version: 0,
            changes: None,
        }
    }

    /// Returns the records.
    pub fn records(&self) -> &RecordStore {
        &self.records
    }

    /// Returns the indexes, `_id` first.
    pub fn indexes(&self) -> &[Index] {
        &self.indexes
    }

    /// Returns the column of a dotted path; `None` when it doesn't pay off.
    pub fn column(&self, path: &str) -> Option<Rc<Column>> {
        self.columns.get(path, &self.records)
    }

    /// Whether [`Self::column`] has a cached column.
    pub fn has_column(&self, path: &str) -> bool {
        self.columns.has(path)
    }

    /// Whether [`Self::counts`] has cached counts.
    pub fn has_counts(&self, path: &str) -> bool {
        self.columns.known_counts(path, self.version).is_some()
    }

    /// Returns the number of records per value of a dotted path; `None` when counting doesn't pay off.
    pub fn counts(&self, path: &str) -> Option<Rc<Counts>> {
        self.columns.counts(path, self.version, &self.records)
    }

    /// Returns the prefixes of all records' strings at a dotted path; `None` when they don't pay off.
    pub fn prefixes(&self, path: &str) -> Option<Rc<Prefixes>> {
        self.columns.prefixes(path, &self.records)
    }

    /// Returns the values that a predicate on this path tests, per record, without arrays as a whole;
    /// `None` when a column doesn't pay off.
    pub fn multi_value_column(&self, path: &str) -> Option<Rc<MultiValueColumn>> {
        self.columns.multi_value_column(path, &self.records)
    }

    /// Returns the table of the rows that stages produce from all records, by the identities of the stages
    /// and of the columns; `None` when it doesn't pay off.
    pub fn table(&self, stages: &[u8], wanted: &[&[u8]], reader: &mut dyn ReadRows) -> Option<Rc<Table>> {
        self.columns.table(stages, wanted, &self.records, reader)
    }

    /// Returns a table with the result of one condition for every record, by the condition's identity;
    /// `None` when it doesn't pay off, and on the first run of the condition.
    pub fn match_table(&self, condition: &[u8], reader: &mut dyn ReadRows) -> Option<Rc<Table>> {
        self.columns.match_table(condition, &self.records, reader)
    }

    /// Returns the collection's identity and its current version.
    pub fn current_version(&self) -> Version {
        Version { uuid: self.uuid, version: self.version }
    }

    /// Returns a number that increases with every write. Data read ahead is stale when it has changed.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Returns the index with a name.
    pub fn index(&self, name: &str) -> Option<&Index> {
        self.indexes.iter().find(|index| index.spec.name == name)
    }

    /// Returns the index with a name, to change its usage counter or options.
    pub fn index_mut(&mut self, name: &str) -> Option<&mut Index> {
        self.indexes.iter_mut().find(|index| index.spec.name == name)
    }

    /// Returns the record of a document by its `_id`.
    pub fn find_id(&self, id: RawValue<'_>) -> Option<RecordId> {
        let index = self.indexes.first()?;
        let folded = index.spec.collation.as_ref().map(|collation| collation.fold(id));
        let key = crate::value::key::key_of(folded.as_ref().map_or(id.view(), Value::view));
        index.tree.seek(&key, 0).filter(|entry| entry.key == key).map(|entry| entry.record)
    }

    /// Checks a document against the validator. `before` is the document before an update.
    ///
    /// # Errors
    /// `DocumentValidationFailure` (121).
    pub fn validate(&self, document: RawDoc<'_>, before: Option<RawDoc<'_>>, now_millis: i64) -> Result<()> {
        let validator = self.options.validator.as_ref();
        validator.map_or(Ok(()), |validator| validator.check(document, before, now_millis))
    }

    /// Stores a document that has an `_id`.
    ///
    /// # Errors
    /// `DuplicateKey`, `BSONObjectTooLarge`, and errors of key generation.
    pub fn insert(&mut self, document: &[u8]) -> Result<(RecordId, WriteEffect)> {
        check_size(document)?;
        if self.records.is_exhausted() {
            return Err(Error::new(
                ErrorCode::EXCEEDED_MEMORY_LIMIT,
                "the collection has no record ids left: copy its documents to a new collection to insert more",
            ));
        }
        let doc = RawDoc::new(document);
        let keys = self.checked_keys(doc, None)?;
        let mut effect = WriteEffect { bytes_written: document.len(), ..WriteEffect::default() };
        if let Some(capped) = self.options.capped {
            self.make_room(capped, (1, document.len()), None, &mut effect)?;
        }
        self.version += 1;
        let record = self.records.insert(document);
        for (index, keys) in self.indexes.iter_mut().zip(&keys) {
            effect.keys_inserted += index.add(keys, record);
        }
        if let Some(changes) = &self.changes {
            changes.record(self, None, Some(document));
        }
        Ok((record, effect))
    }

    /// Creates a collection without indexes for computed documents that are read once: a view's result, the
    /// profile.
    pub(crate) fn transient(namespace: String, documents: impl IntoIterator<Item = Vec<u8>>) -> Self {
        let mut collection = Collection::new(namespace, [0; 16], CollectionOptions::default(), 0);
        collection.indexes.clear();
        for document in documents {
            collection.records.insert(&document);
        }
        collection
    }

    /// Returns a view's document in `system.views`
    /// (<https://www.mongodb.com/docs/manual/reference/system-collections/>).
    pub(crate) fn definition(&self) -> Vec<u8> {
        let mut out = DocBuilder::new();
        out.append_str("_id", &self.namespace);
        out.append_all(self.options.document.as_deref().map_or(RawDoc::empty(), RawDoc::new));
        out.finish()
    }

    /// Drops the oldest records until a capped collection has room for `more` documents of `bytes`. A
    /// document larger than the collection's size remains as the only one. `keep` is never dropped.
    fn make_room(
        &mut self,
        capped: Capped,
        (more, bytes): (u64, usize),
        keep: Option<RecordId>,
        effect: &mut WriteEffect,
    ) -> Result<()> {
        loop {
            let too_big = (self.records.data_bytes() + bytes) as u64 > capped.size;
            let too_many = capped.max.is_some_and(|max| self.records.len() as u64 + more > max);
            let oldest = self.records.next_from(0).map(|(record, _)| record);
            match oldest.filter(|oldest| Some(*oldest) != keep) {
                Some(record) if too_big || too_many => {
                    effect.keys_deleted += self.delete(record)?.keys_deleted;
                }
                _ => return Ok(()),
            }
        }
    }

    fn checked_keys(&self, doc: RawDoc<'_>, own: Option<RecordId>) -> Result<Vec<DocumentKeys>> {
        let mut all = Vec::with_capacity(self.indexes.len());
        for index in &self.indexes {
            let keys = index.keys_of(doc)?;
            index.check_unique(&self.namespace, doc, &keys, own)?;
            all.push(keys);
        }
        Ok(all)
    }

    /// Replaces the document of a record.
    ///
    /// # Errors
    /// Errors of [`Self::insert`]; `InternalError` when the record does not exist.
    pub fn update(&mut self, record: RecordId, change: Change<'_>) -> Result<WriteEffect> {
        let Change { document, patch, fields } = change;
        check_size(document)?;
        let old = self.records.get(record).ok_or_else(|| missing(record))?;
        let (old, new) = (RawDoc::new(old), RawDoc::new(document));
        let mut changes = Vec::new();
        for (at, index) in self.indexes.iter().enumerate() {
            if index.has_same_keys(old, new, fields) {
                continue;
            }
            let before = index.keys_of(old)?;
            let after = index.keys_of(new)?;
            if before.keys != after.keys {
                index.check_unique(&self.namespace, new, &after, Some(record))?;
                changes.push((at, before, after));
            }
        }
        self.version += 1;
        let before = self.changes.as_ref().map(|_| old.as_bytes().to_vec());
        let mut effect = WriteEffect::default();
        match patch {
            None => {
                let placement = self.records.update(record, document).ok_or_else(|| missing(record))?;
                effect.moved = placement == Placement::Moved;
                effect.bytes_written = document.len();
            }
            Some(Patch { offset, length, written }) => {
                let bytes = document.get(offset..offset + length).ok_or_else(|| missing(record))?;
                self.records.patch(record, offset, bytes).ok_or_else(|| missing(record))?;
                effect.bytes_written = written;
            }
        }
        self.columns.changed(record, fields, self.records.len());
        for (at, before, after) in changes {
            let index = &mut self.indexes[at];
            effect.keys_deleted += index.remove(&before, record);
            effect.keys_inserted += index.add(&after, record);
        }
        if let Some(changes) = &self.changes {
            changes.record(self, before, Some(document));
        }
        if let Some(capped) = self.options.capped {
            self.make_room(capped, (0, 0), Some(record), &mut effect)?;
        }
        Ok(effect)
    }

    /// Removes a record.
    ///
    /// # Errors
    /// `InternalError` when the record does not exist.
    pub fn delete(&mut self, record: RecordId) -> Result<WriteEffect> {
        let document = self.records.get(record).ok_or_else(|| missing(record))?;
        let mut effect = WriteEffect::default();
        for index in &mut self.indexes {
            let keys = index.keys_of(RawDoc::new(document))?;
            effect.keys_deleted += index.remove(&keys, record);
        }
        let before = self.changes.as_ref().map(|_| document.to_vec());
        self.records.remove(record);
        self.version += 1;
        if let Some(changes) = &self.changes {
            changes.record(self, before, None);
        }
        Ok(effect)
    }

    /// Builds and adds an index. On an error, the collection is unchanged.
    ///
    /// # Errors
    /// `CannotCreateIndex` beyond [`MAX_INDEXES`]; `DuplicateKey` when the documents violate uniqueness;
    /// errors of key generation.
    pub fn create_index(&mut self, spec: IndexSpec, now_millis: i64) -> Result<()> {
        if self.indexes.len() >= MAX_INDEXES {
            return Err(Error::new(
                ErrorCode::CANNOT_CREATE_INDEX,
                format!(
                    "add index fails, too many indexes for {} key:{}",
                    self.namespace,
                    crate::value::display_document(spec.pattern())
                ),
            ));
        }
        let mut index = Index::new(spec, now_millis);
        for (record, document) in self.records.iter() {
            let doc = RawDoc::new(document);
            let keys = index.keys_of(doc)?;
            // `prepareUnique` affects only later writes.
            if index.spec.unique {
                index.check_unique(&self.namespace, doc, &keys, None)?;
            }
            index.add(&keys, record);
        }
        self.indexes.push(index);
        self.epoch += 1;
        Ok(())
    }

    /// Removes the index with a name, except the `_id` index. Returns whether it existed.
    pub fn drop_index(&mut self, name: &str) -> bool {
        let before = self.indexes.len();
        self.indexes.retain(|index| index.spec.is_id() || index.spec.name != name);
        self.epoch += 1;
        self.indexes.len() < before
    }

    /// Returns the memory of records and indexes, in bytes.
    pub fn memory_bytes(&self) -> usize {
        self.records.storage_bytes()
            + self.columns.memory_bytes()
            + self.indexes.iter().map(|index| index.tree.memory_bytes()).sum::<usize>()
    }
}

fn missing(record: RecordId) -> Error {
    Error::new(ErrorCode::INTERNAL_ERROR, format!("record {record} does not exist"))
}

/// Checks the size of a document to store.
///
/// # Errors
/// `BadValue` (2) for a document of more than 16 MB, and `BSONObjectTooLarge` (10334) for one that would
/// not even fit in a command.
fn check_size(document: &[u8]) -> Result<()> {
    let size = document.len();
    if size <= MAX_DOCUMENT_BYTES {
        return Ok(());
    }
    check_object_size(size)?;
    Err(Error::bad_value(format!(
        "object to insert too large. size in bytes: {size}, max size: {MAX_DOCUMENT_BYTES}"
    )))
}

/// Checks the size of an object that a command builds, which may slightly exceed that of a document.
///
/// # Errors
/// `BSONObjectTooLarge` (10334).
pub(crate) fn check_object_size(size: usize) -> Result<()> {
    let most = MAX_DOCUMENT_BYTES + 16 * 1024;
    if size <= most {
        return Ok(());
    }
    Err(Error::new(
        ErrorCode::BSON_OBJECT_TOO_LARGE,
        format!("BSONObj size: {size} (0x{size:X}) is invalid. Size must be between 0 and {most}(16MB)"),
    ))
}

/// Whether an `_id` of this value may be stored.
///
/// # Errors
/// `InvalidIdField` (53) for arrays, regular expressions, undefined and
/// documents with `$`-prefixed names.
pub fn check_id(id: RawValue<'_>) -> Result<()> {
    let wrong_type = match id.tag {
        tag::ARRAY => Some("array"),
        tag::REGEX => Some("regex"),
        tag::UNDEFINED => Some("undefined"),
        _ => None,
    };
    match wrong_type {
        Some(name) => {
            Err(Error::new(ErrorCode::INVALID_ID_FIELD, format!("The '_id' value cannot be of type {name}")))
        }
        None => check_id_fields(id),
    }
}

/// Rejects an `_id` with fields that begin with `$`, at any depth.
fn check_id_fields(id: RawValue<'_>) -> Result<()> {
    let refused = |name: &str| name.starts_with('$') && !is_dbref_field(name);
    for element in id.as_container().into_iter().flat_map(RawDoc::iter) {
        if refused(element.name()) {
            return Err(Error::new(
                ErrorCode::DOLLAR_PREFIXED_FIELD_NAME,
                format!(
                    "_id fields may not contain '$'-prefixed fields: {} is not valid for storage.",
                    element.name()
                ),
            ));
        }
        check_id_fields(element.value)?;
    }
    Ok(())
}
