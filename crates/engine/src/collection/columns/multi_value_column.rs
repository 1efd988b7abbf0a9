//! Columns with several values per record.

use std::num::NonZeroU16;

use super::Codes;
use super::column::is_simple;
use crate::collection::{RecordId, RecordStore};
use crate::dictionary::{Code, Dictionary, NEEDS_DOCUMENT};
use crate::query::{ArrayMode, visit_values_with_positions};
use crate::value::{Path, RawDoc};

/// The number of values from which a column of nearly distinct values is dropped.
const VALUES_BEFORE_DROP: usize = 16 * 1024;

/// The values that predicates test on a path through arrays, as dictionary codes: every element of every
/// array on the path, and a missing value where the path ends early. Excludes arrays as a whole.
#[derive(Clone, Debug)]
pub struct MultiValueColumn {
    path: Path,
    /// The positions of each record's codes, by record id.
    spans: Vec<Span>,
    codes: Vec<Code>,
    dictionary: Dictionary,
    /// The number of codes that no record uses any more.
    abandoned: usize,
    /// The number of records whose document must be read.
    complex: usize,
}

/// Position and number of a record's codes.
#[derive(Clone, Copy, Debug, Default)]
struct Span {
    from: u32,
    count: u32,
    /// The number of path parts that lead to the record's only array. Set if the codes correspond to the
    /// array's elements, in order.
    array_depth: Option<NonZeroU16>,
}

impl MultiValueColumn {
    /// Returns the dictionary of distinct values.
    pub fn dictionary(&self) -> &Dictionary {
        &self.dictionary
    }

    /// Returns the codes of a record. If one of them is [`NEEDS_DOCUMENT`], its document must be read.
    #[inline]
    pub fn codes(&self, record: RecordId) -> &[Code] {
        let codes = self.spans.get(record as usize).and_then(|span| {
            let from = span.from as usize;
            self.codes.get(from..from + span.count as usize)
        });
        codes.unwrap_or(&[NEEDS_DOCUMENT])
    }

    /// Whether the values are nearly distinct, and too long to pay off anyway.
    fn differs(&self) -> bool {
        self.dictionary.len() > self.codes.len() / 2 && !self.dictionary.is_narrow()
    }

    /// Returns one code per element of the array that the first `depth` parts of the path lead to; `None`
    /// when there is no such array, or the codes don't correspond to its elements.
    #[inline]
    pub fn codes_by_element(&self, record: RecordId, depth: usize) -> Option<&[Code]> {
        let span = self.spans.get(record as usize)?;
        let from = span.from as usize;
        (usize::from(span.array_depth?.get()) == depth)
            .then(|| self.codes.get(from..from + span.count as usize))
            .flatten()
    }

    fn read(&mut self, doc: RawDoc<'_>) -> Span {
        let MultiValueColumn { path, codes, dictionary, complex, .. } = self;
        let from = codes.len();
        // With a numbered path part, positions don't count the array's elements.
        let mut one_each = path.parts().iter().all(|part| part.index.is_none());
        visit_values_with_positions(doc, path, ArrayMode::ElementsAndWhole, &mut |value, position| {
            if !value.is_array() {
                one_each &= position == Some(codes.len() - from);
                codes.push(if is_simple(value) { dictionary.code(value) } else { NEEDS_DOCUMENT });
            }
        });
        if codes[from..].contains(&NEEDS_DOCUMENT) {
            codes.truncate(from);
            codes.push(NEEDS_DOCUMENT);
            *complex += 1;
            one_each = false;
        }
        let count = codes.len() - from;
        let array = first_array(doc, path).filter(|(_, length)| one_each && *length == count);
        let array_depth = array.and_then(|(depth, _)| NonZeroU16::new(u16::try_from(depth).ok()?));
        Span { from: from as u32, count: count as u32, array_depth }
    }
}

/// Returns the number of path parts that lead to the first array on the path, and its length.
fn first_array(mut doc: RawDoc<'_>, path: &Path) -> Option<(usize, usize)> {
    for (before, part) in path.parts().iter().enumerate() {
        let value = doc.get(&part.name)?;
        if let Some(array) = value.as_array() {
            return Some((before + 1, array.values().count()));
        }
        doc = value.as_document()?;
    }
    None
}

impl Codes for MultiValueColumn {
    fn new(path: &str) -> Self {
        MultiValueColumn {
            path: Path::new(path),
            spans: Vec::new(),
            codes: Vec::new(),
            dictionary: Dictionary::default(),
            abandoned: 0,
            complex: 0,
        }
    }

    fn memory_bytes(&self) -> usize {
        self.spans.capacity() * size_of::<Span>()
            + self.codes.capacity() * size_of::<Code>()
            + self.dictionary.memory_bytes()
    }

    fn is_behind(&self, records: &RecordStore) -> bool {
        self.spans.len() < records.end() as usize
    }

    /// Returns false if values don't repeat.
    fn extend(&mut self, records: &RecordStore) -> bool {
        for (record, bytes) in records.iter_from(self.spans.len() as RecordId) {
            self.spans.resize(record as usize, Span::default());
            let span = self.read(RawDoc::new(bytes));
            self.spans.push(span);
            if self.codes.len() > VALUES_BEFORE_DROP && self.differs() {
                return false;
            }
        }
        self.spans.resize(records.end() as usize, Span::default());
        !self.differs() && self.complex <= records.len() / 2
    }

    fn refresh(&mut self, record: RecordId, records: &RecordStore) {
        if let Some(bytes) = records.get(record)
            && (record as usize) < self.spans.len()
        {
            self.abandoned += self.spans[record as usize].count as usize;
            self.spans[record as usize] = self.read(RawDoc::new(bytes));
        }
        if self.abandoned > self.codes.len() / 2 {
            // Most codes are unused. The next use reads all records again.
            *self = MultiValueColumn::new(self.path.as_str());
        }
    }
}
