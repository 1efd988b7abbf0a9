//! An index join: finds the documents of a collection by an indexed field, without planning a query per value.
//!
//! Used only where the planner has no choice: exactly one index begins with the field, and its
//! keys alone decide the equality.

use crate::collection::{Collection, RecordId};
use crate::plan::{Examined, only_index};
use crate::value::{RawValue, key};

/// An index that looks up one value after another.
#[derive(Debug)]
pub(in crate::aggregate) struct IndexJoin {
    /// The index's position in its collection.
    index: usize,
    uuid: [u8; 16],
    /// The collection's epoch of indexes and options when the index was chosen.
    epoch: u64,
    /// Reusable buffer for the value's key.
    key: Vec<u8>,
}

impl IndexJoin {
    /// Creates a join by the only index that the planner could use for an equality on a path, if there is one.
    pub(in crate::aggregate) fn new(collection: &Collection, path: &str) -> Option<Self> {
        Some(IndexJoin {
            index: only_index(collection, path)?,
            uuid: collection.uuid,
            epoch: collection.epoch,
            key: Vec::new(),
        })
    }

    /// Whether the collection's indexes and options are unchanged.
    pub(in crate::aggregate) fn is_current(&self, collection: &Collection) -> bool {
        self.epoch == collection.epoch && self.uuid == collection.uuid && !collection.plan_cache.has_filters()
    }

    /// Returns the index's name.
    pub(in crate::aggregate) fn name<'c>(&self, collection: &'c Collection) -> &'c str {
        collection.indexes().get(self.index).map_or("", |index| &index.spec.name)
    }

    /// Whether every document has exactly one key.
    pub(in crate::aggregate) fn has_one_key_each(&self, collection: &Collection) -> bool {
        collection.indexes().get(self.index).is_some_and(|index| !index.is_multikey())
    }

    /// Fills `out` with the records whose first indexed field equals the value, in key order.
    pub(in crate::aggregate) fn find(
        &mut self,
        collection: &Collection,
        value: RawValue<'_>,
        examined: &mut Examined,
        out: &mut Vec<RecordId>,
    ) {
        out.clear();
        let Some(index) = collection.indexes().get(self.index) else { return };
        self.key.clear();
        if index.spec.fields.first().is_some_and(|field| field.is_descending()) {
            key::encode_descending(value.view(), &mut self.key);
        } else {
            key::encode(value.view(), &mut self.key);
        }
        index.tree.walk_under(&self.key, |record| out.push(record));
        examined.keys += out.len() as u64;
        examined.seeks += 1;
        // With further multikey fields, a document may have several keys with this value.
        if index.spec.fields.len() > 1 && index.is_multikey() {
            let mut seen = std::collections::BTreeSet::new();
            out.retain(|record| seen.insert(*record));
        }
    }
}
