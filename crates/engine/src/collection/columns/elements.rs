//! A column of the elements of arrays.

use super::Codes;
use super::column::{COMPLEX, is_simple};
use super::dictionary::{Code, Dictionary};
use crate::collection::{RecordId, RecordStore};
use crate::value::{RawDoc, RawValue};

/// Elements after which a column with hardly any value twice is given up.
const ENOUGH: usize = 16 * 1024;

/// What `$unwind` makes of a path in every record: the elements of an array, a
/// single value that is no array, nothing for null and missing. Arrays on the
/// way to the path are not entered.
#[derive(Clone, Debug)]
pub struct Elements {
    path: Box<[Box<str>]>,
    /// Where each record's codes begin, by record id, and where the last one's end.
    starts: Vec<u32>,
    codes: Vec<Code>,
    dictionary: Dictionary,
}

impl Elements {
    /// The distinct elements.
    pub fn dictionary(&self) -> &Dictionary {
        &self.dictionary
    }

    /// The codes of a record's elements. When one of them is [`COMPLEX`], the
    /// record has to be read.
    #[inline]
    pub fn codes(&self, record: RecordId) -> &[Code] {
        let at = record as usize;
        match (self.starts.get(at), self.starts.get(at + 1)) {
            (Some(&from), Some(&to)) => self.codes.get(from as usize..to as usize).unwrap_or(&[COMPLEX]),
            _ => &[COMPLEX],
        }
    }

    fn add(&mut self, doc: RawDoc<'_>) {
        let Some(value) = value_at(doc, &self.path).filter(|value| !value.is_nullish()) else { return };
        let before = self.codes.len();
        let Some(array) = value.as_array() else {
            let code = if is_simple(value) { self.dictionary.code(value) } else { COMPLEX };
            return self.codes.push(code);
        };
        for element in array.values() {
            if !is_simple(element) {
                self.codes.truncate(before);
                return self.codes.push(COMPLEX);
            }
            self.codes.push(self.dictionary.code(element));
        }
    }
}

impl Codes for Elements {
    fn new(path: &str) -> Self {
        Elements {
            path: path.split('.').map(Into::into).collect(),
            starts: vec![0],
            codes: Vec::new(),
            dictionary: Dictionary::default(),
        }
    }

    fn memory_bytes(&self) -> usize {
        (self.starts.capacity() + self.codes.capacity()) * size_of::<Code>() + self.dictionary.memory_bytes()
    }

    fn is_behind(&self, records: &RecordStore) -> bool {
        self.starts.len() <= records.end() as usize
    }

    fn extend(&mut self, records: &RecordStore) -> bool {
        let mut next = self.starts.len() as RecordId - 1;
        while let Some((record, bytes)) = records.next_from(next) {
            self.starts.resize(record as usize + 1, self.codes.len() as u32);
            self.add(RawDoc::new(bytes));
            self.starts.push(self.codes.len() as u32);
            next = record + 1;
            if self.codes.len() > ENOUGH && self.dictionary.len() > self.codes.len() / 2 {
                return false;
            }
        }
        self.starts.resize(records.end() as usize + 1, self.codes.len() as u32);
        self.codes.shrink_to_fit();
        self.dictionary.len() <= self.codes.len() / 2
    }
}

fn value_at<'a>(mut doc: RawDoc<'a>, path: &[Box<str>]) -> Option<RawValue<'a>> {
    let (last, above) = path.split_last()?;
    for part in above {
        doc = doc.get(part)?.as_document()?;
    }
    doc.get(last)
}
