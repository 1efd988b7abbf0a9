//! A column: the values of all records at a path, as dictionary codes.

use super::Codes;
use crate::collection::{RecordId, RecordStore};
use crate::dictionary::{Code, Dictionary, NEEDS_DOCUMENT};
use crate::value::{RawDoc, RawValue, tag};

/// Maximum size of a dictionary value, in bytes.
pub(super) const MAX_VALUE_BYTES: usize = 64;
/// The number of records from which a column of nearly distinct values is dropped.
const RECORDS_BEFORE_DROP: usize = 8192;

/// The values of all records at a path, as dictionary codes.
#[derive(Clone, Debug)]
pub struct Column {
    path: Box<[Box<str>]>,
    /// By record id. The codes of deleted records are meaningless.
    codes: Vec<Code>,
    dictionary: Dictionary,
    /// The number of times that a record was encoded as [`NEEDS_DOCUMENT`]. It never decreases.
    complex: usize,
}

impl Column {
    /// Returns the dictionary of distinct values.
    pub fn dictionary(&self) -> &Dictionary {
        &self.dictionary
    }

    /// Returns the codes by record id.
    pub fn codes(&self) -> &[Code] {
        &self.codes
    }

    /// Returns the code of a record; [`NEEDS_DOCUMENT`] for one that the column doesn't contain yet.
    #[inline]
    pub fn code(&self, record: RecordId) -> Code {
        self.codes.get(record as usize).copied().unwrap_or(NEEDS_DOCUMENT)
    }

    /// Whether every record has a code.
    pub fn is_simple(&self) -> bool {
        self.complex == 0
    }

    /// Whether the documents of many records must be read.
    pub fn is_mostly_complex(&self) -> bool {
        self.complex > self.codes.len() / 8
    }

    fn encode(&mut self, doc: RawDoc<'_>) -> Code {
        match value_alone(doc, &self.path).filter(|value| is_simple(*value)) {
            Some(value) => self.dictionary.code(value),
            None => {
                self.complex += 1;
                NEEDS_DOCUMENT
            }
        }
    }
}

impl Codes for Column {
    fn new(path: &str) -> Self {
        Column {
            path: path.split('.').map(Into::into).collect(),
            codes: Vec::new(),
            dictionary: Dictionary::default(),
            complex: 0,
        }
    }

    fn is_behind(&self, records: &RecordStore) -> bool {
        self.codes.len() < records.end() as usize
    }

    fn memory_bytes(&self) -> usize {
        self.codes.capacity() * size_of::<Code>() + self.dictionary.memory_bytes()
    }

    /// Returns false if values don't repeat, which only numbers and dates may do.
    fn extend(&mut self, records: &RecordStore) -> bool {
        let from = self.codes.len();
        let end = records.end() as usize;
        self.codes.reserve_exact(end - from);
        let mut read = 0;
        for (record, bytes) in records.iter_from(from as RecordId) {
            self.codes.resize(record as usize, NEEDS_DOCUMENT);
            let code = self.encode(RawDoc::new(bytes));
            self.codes.push(code);
            read += 1;
            let different = self.dictionary.len() > self.codes.len() / 10 * 9;
            if read % RECORDS_BEFORE_DROP == 0 && different && !self.dictionary.is_narrow() {
                return false;
            }
        }
        self.codes.resize(end, NEEDS_DOCUMENT);
        self.dictionary.len() <= records.len() / 2 || self.dictionary.is_narrow()
    }

    fn refresh(&mut self, record: RecordId, records: &RecordStore) {
        if let Some(bytes) = records.get(record)
            && (record as usize) < self.codes.len()
        {
            self.codes[record as usize] = self.encode(RawDoc::new(bytes));
        }
        if self.dictionary.len() > 2 * self.codes.len() {
            // Most dictionary values are unused. The next use reads all records again.
            self.codes.clear();
            self.dictionary = Dictionary::default();
            self.complex = 0;
        }
    }
}

/// Returns the value at a path, or a missing one; `None` when the path leads through an array.
pub(super) fn value_alone<'a>(mut doc: RawDoc<'a>, path: &[Box<str>]) -> Option<RawValue<'a>> {
    let (last, above) = path.split_last()?;
    for part in above {
        match doc.get(part) {
            Some(value) if value.is_array() => return None,
            Some(value) => match value.as_document() {
                Some(inner) => doc = inner,
                None => return Some(RawValue::MISSING),
            },
            None => return Some(RawValue::MISSING),
        }
    }
    Some(doc.get(last).unwrap_or(RawValue::MISSING))
}

/// Whether a dictionary may contain the value.
pub(super) fn is_simple(value: RawValue<'_>) -> bool {
    !matches!(value.tag, tag::ARRAY | tag::DOCUMENT | tag::CODE_WITH_SCOPE)
        && value.bytes.len() <= MAX_VALUE_BYTES
}
