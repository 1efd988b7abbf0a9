//! A hash join: finds the documents of a collection by a field without an index.
//!
//! Like the server's hash join, reads the collection once into a table. For each value of the field, the table has the
//! documents that an equality with the value matches.

use std::rc::Rc;

use super::stage::Memory;
use crate::Result;
use crate::collection::{Collection, RecordId, Version};
use crate::plan::Examined;
use crate::query::{ArrayMode, visit_values};
use crate::value::{Collation, KeyMap, Path, RawDoc, RawValue, View, key, tag};

/// The hash table over one collection.
#[derive(Debug)]
pub(super) struct HashJoin {
    table: KeyMap<Vec<u32>>,
    records: Vec<RecordId>,
    /// The collection's version when the table was built.
    version: Version,
    /// The collation of strings; `None` compares bytes.
    collation: Option<Rc<Collation>>,
}

impl HashJoin {
    /// Reads the collection and builds the table.
    ///
    /// # Errors
    /// `QueryExceededMemoryLimitNoDiskUseAllowed` (292).
    pub(super) fn build(
        collection: &Collection,
        path: &Path,
        collation: Option<Rc<Collation>>,
        examined: &mut Examined,
    ) -> Result<Self> {
        let mut memory = Memory::default();
        let mut table: KeyMap<Vec<u32>> = KeyMap::default();
        let mut records = Vec::with_capacity(collection.records().len());
        let mut key = Vec::new();
        examined.seeks += 1;
        for (record, document) in collection.records().iter() {
            examined.documents += 1;
            examined.bytes += document.len() as u64;
            let at = u32::try_from(records.len()).unwrap_or(u32::MAX);
            records.push(record);
            let mut grown = size_of::<RecordId>();
            visit_values(RawDoc::new(document), path, ArrayMode::ElementsAndWhole, &mut |value| {
                write_key(value, collation.as_deref(), &mut key);
                match table.get_mut(key.as_slice()) {
                    // A document may contain the same value twice.
                    Some(found) if found.last() == Some(&at) => {}
                    Some(found) => {
                        found.push(at);
                        grown += size_of::<u32>();
                    }
                    None => {
                        table.insert(key.as_slice().into(), vec![at]);
                        grown += key.len() + 64;
                    }
                }
            });
            memory.add(grown, "$lookup")?;
        }
        Ok(HashJoin { table, records, collation, version: collection.current_version() })
    }

    /// Whether the table still matches the collection.
    pub(super) fn is_current(&self, collection: &Collection) -> bool {
        self.version == collection.current_version()
    }

    /// Returns the records that equal one of the values, in natural order.
    pub(super) fn find<'v>(&self, values: impl Iterator<Item = RawValue<'v>>) -> Vec<RecordId> {
        let mut key = Vec::new();
        let mut found: Vec<u32> = Vec::new();
        let mut searched = 0;
        for value in values {
            write_key(value, self.collation.as_deref(), &mut key);
            found.extend(self.table.get(key.as_slice()).into_iter().flatten());
            searched += 1;
        }
        if searched > 1 {
            crate::value::sort(&mut found);
            found.dedup();
        }
        found.iter().filter_map(|at| self.records.get(usize::try_from(*at).ok()?).copied()).collect()
    }
}

/// Writes the hash key of a value. A missing value equals null; undefined doesn't.
fn write_key(value: RawValue<'_>, collation: Option<&Collation>, key: &mut Vec<u8>) {
    key.clear();
    if let Some(collation) = collation {
        write_key(collation.fold(value).to_raw(&mut Vec::new()), None, key);
        return;
    }
    if value.tag == tag::UNDEFINED {
        key.push(0);
    }
    let view = match value.view() {
        View::Missing => View::Null,
        view => view,
    };
    key::encode(view, key);
}
