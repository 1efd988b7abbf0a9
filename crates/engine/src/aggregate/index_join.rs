//! Finds the documents of a collection by an indexed field, without planning a query for each value.
//!
//! It is used only where the planner has no choice: exactly one index begins with the field, and its
//! keys alone decide the equality.

use crate::collection::{Collection, RecordId};
use crate::plan::{Examined, only_index};
use crate::value::{RawValue, key};

/// An index for lookups of one value after another.
#[derive(Debug)]
pub(in crate::aggregate) struct IndexJoin {
    /// The index's place among those of its collection.
    index: usize,
    uuid: [u8; 16],
    /// The collection's indexes and options, when the index was chosen.
    epoch: u64,
    /// The value's key.
    key: Vec<u8>,
}

impl IndexJoin {
    /// A join by the only index that the planner could use for an equality on a path.
    pub(in crate::aggregate) fn new(collection: &Collection, path: &str) -> Option<Self> {
        Some(IndexJoin {
            index: only_index(collection, path)?,
            uuid: collection.uuid,
            epoch: collection.epoch,
            key: Vec::new(),
        })
    }

    /// Whether the collection still has the index and options that it was chosen for.
    pub(in crate::aggregate) fn is_current(&self, collection: &Collection) -> bool {
        self.epoch == collection.epoch && self.uuid == collection.uuid && !collection.plan_cache.restricts()
    }

    /// The index's name.
    pub(in crate::aggregate) fn name<'c>(&self, collection: &'c Collection) -> &'c str {
        collection.indexes().get(self.index).map_or("", |index| &index.spec.name)
    }

    /// Whether every document has exactly one key.
    pub(in crate::aggregate) fn has_one_key_each(&self, collection: &Collection) -> bool {
        collection.indexes().get(self.index).is_some_and(|index| !index.is_multikey())
    }

    /// Puts the records whose first indexed field equals the value into `out`, in key order.
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
        // Only behind other fields one document may have several keys with this value.
        if index.spec.fields.len() > 1 && index.is_multikey() {
            let mut seen = std::collections::BTreeSet::new();
            out.retain(|record| seen.insert(*record));
        }
    }
}
