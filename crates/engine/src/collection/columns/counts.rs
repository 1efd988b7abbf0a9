//! The number of documents per value of a column.
//!
//! A join that needs only the numbers of matches counts all values in one pass over the column. The counts
//! are valid until the collection changes.

use std::rc::Rc;

use super::column::Column;
use crate::collection::RecordStore;
use crate::dictionary::{Code, NEEDS_DOCUMENT};
use crate::value::{RawValue, tag};

/// The number and size of documents per value of a field.
#[derive(Debug)]
pub struct Counts {
    column: Rc<Column>,
    /// The type of all values except missing ones.
    tag: u8,
    /// By code.
    found: Vec<Counted>,
    /// By value, if the values are 32-bit integers close to each other.
    dense: Option<Dense>,
}

/// Number and total size in bytes of documents.
type Counted = (u32, u64);

/// The counts of consecutive integers, from `first` on.
#[derive(Debug)]
struct Dense {
    first: i32,
    found: Vec<Counted>,
}

/// The maximum number of slots in a [`Dense`] per distinct integer.
const MAX_SLOTS_PER_INTEGER: usize = 4;

impl Dense {
    /// Reorders counts by code into counts by integer; `None` when there are other values or wide gaps.
    fn new(column: &Column, by_code: &[Counted]) -> Option<Self> {
        let integers = column.dictionary().integers()?;
        let (first, last) = (*integers.iter().min()?, *integers.iter().max()?);
        let size = usize::try_from(i64::from(last) - i64::from(first) + 1).ok()?;
        if size > integers.len().saturating_mul(MAX_SLOTS_PER_INTEGER) {
            return None;
        }
        let mut found = vec![(0, 0); size];
        for (value, counted) in integers.iter().zip(by_code) {
            *found.get_mut((i64::from(*value) - i64::from(first)) as usize)? = *counted;
        }
        Some(Dense { first, found })
    }

    fn get(&self, value: i32) -> Counted {
        let at = usize::try_from(i64::from(value) - i64::from(self.first)).ok();
        at.and_then(|at| self.found.get(at)).copied().unwrap_or_default()
    }
}

impl Counts {
    /// Counts the documents; `None` when the field has arrays, or values whose bytes don't decide equality.
    pub(super) fn new(column: Rc<Column>, records: &RecordStore) -> Option<Self> {
        let present = |value: &RawValue<'_>| value.tag != RawValue::MISSING.tag;
        let tag = column.dictionary().values().find(present)?.tag;
        let by_bytes = matches!(
            tag,
            tag::STRING | tag::OBJECT_ID | tag::BOOL | tag::DATE | tag::INT32 | tag::INT64 | tag::TIMESTAMP
        );
        if !by_bytes || column.dictionary().values().filter(present).any(|value| value.tag != tag) {
            return None;
        }
        let mut found = vec![(0, 0); column.dictionary().len()];
        for (record, document) in records.iter() {
            let code = column.code(record);
            if code == NEEDS_DOCUMENT {
                return None;
            }
            let (count, bytes) = found.get_mut(code as usize)?;
            *count += 1;
            *bytes += document.len() as u64;
        }
        let dense = Dense::new(&column, &found);
        Some(Counts { column, tag, found, dense })
    }

    /// Returns number and size of the documents with a value; `None` for a value of a type other than the
    /// field's.
    pub fn find(&self, value: RawValue<'_>) -> Option<(u32, u64)> {
        if value.tag != self.tag {
            return None;
        }
        if let (Some(dense), Some(value)) = (&self.dense, value.as_i32()) {
            return Some(dense.get(value));
        }
        let code: Option<Code> = self.column.dictionary().known(value);
        Some(code.and_then(|code| self.found.get(code as usize)).copied().unwrap_or_default())
    }

    /// Returns the memory used, in bytes.
    pub(super) fn memory_bytes(&self) -> usize {
        let places = self.found.capacity() + self.dense.as_ref().map_or(0, |dense| dense.found.capacity());
        places * size_of::<Counted>()
    }
}
