//! A column of string prefixes.

use super::Codes;
use super::column::value_alone;
use crate::collection::{RecordId, RecordStore};
use crate::value::{RawDoc, RawValue, key_prefix, tag};

/// The prefix of values that are not strings or are in arrays, so that the document must be read. UTF-8
/// never contains these bytes.
const UNKNOWN: u64 = u64::MAX;

/// The first eight bytes of every record's string at a path, for strings that are mostly distinct.
#[derive(Clone, Debug)]
pub struct Prefixes {
    path: Box<[Box<str>]>,
    /// By record id, padded with zeros. Entries of deleted records are meaningless.
    starts: Vec<u64>,
}

/// The prefix that a predicate requires, truncated to the length that [`Prefixes`] store.
#[derive(Clone, Copy, Debug)]
pub struct Prefix {
    bytes: u64,
    mask: u64,
}

impl Prefix {
    /// Returns the prefix of some bytes; `None` when they are empty.
    pub fn new(bytes: &[u8]) -> Option<Self> {
        let known = bytes.len().min(8);
        let mask = u64::MAX.checked_shl(64 - 8 * known as u32)?;
        Some(Prefix { bytes: key_prefix(bytes), mask })
    }
}

impl Prefixes {
    /// Whether a record's string may have the prefix.
    #[inline]
    pub fn may_begin(&self, record: RecordId, prefix: Prefix) -> bool {
        match self.starts.get(record as usize) {
            Some(&start) => start == UNKNOWN || start & prefix.mask == prefix.bytes,
            None => true,
        }
    }

    fn start(&self, doc: RawDoc<'_>) -> u64 {
        match value_alone(doc, &self.path).filter(|value| value.tag == tag::STRING).and_then(RawValue::as_str)
        {
            Some(text) => key_prefix(text.as_bytes()),
            None => UNKNOWN,
        }
    }
}

impl Codes for Prefixes {
    fn new(path: &str) -> Self {
        Prefixes { path: path.split('.').map(Into::into).collect(), starts: Vec::new() }
    }

    fn is_behind(&self, records: &RecordStore) -> bool {
        self.starts.len() < records.end() as usize
    }

    fn memory_bytes(&self) -> usize {
        self.starts.capacity() * size_of::<u64>()
    }

    /// Returns false unless most values are strings.
    fn extend(&mut self, records: &RecordStore) -> bool {
        let end = records.end() as usize;
        let from = self.starts.len();
        self.starts.reserve_exact(end - from);
        let (mut read, mut known) = (0, 0);
        for (record, bytes) in records.iter_from(from as RecordId) {
            self.starts.resize(record as usize, UNKNOWN);
            let start = self.start(RawDoc::new(bytes));
            self.starts.push(start);
            read += 1;
            known += usize::from(start != UNKNOWN);
        }
        self.starts.resize(end, UNKNOWN);
        known >= read / 2
    }

    fn refresh(&mut self, record: RecordId, records: &RecordStore) {
        if let Some(bytes) = records.get(record)
            && (record as usize) < self.starts.len()
        {
            self.starts[record as usize] = self.start(RawDoc::new(bytes));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_string_with_the_prefix_is_found() {
        let texts = ["", "s", "st", "sto", "story", "strangers and maps", "s\0t", "été", "\u{10FFFF}"];
        for wanted in texts {
            let Some(prefix) = Prefix::new(wanted.as_bytes()) else {
                assert_eq!(wanted, "");
                continue;
            };
            let column =
                Prefixes { path: [].into(), starts: texts.map(|t| key_prefix(t.as_bytes())).to_vec() };
            for (at, text) in texts.iter().enumerate() {
                let may = column.may_begin(at as RecordId, prefix);
                assert!(may || !text.starts_with(wanted), "{text:?} begins with {wanted:?}");
                let as_far_as_known = wanted.len().min(8);
                let differs = text.len() >= 8
                    && text.as_bytes()[..as_far_as_known] != wanted.as_bytes()[..as_far_as_known];
                assert!(!may || !differs, "{text:?} does not begin with {wanted:?}");
            }
        }
    }
}
