//! The sort patterns of plans and the keys they produce; aggregation stages sort by
//! `aggregate::document_order`.
//!
//! An array sorts by its least element ascending, by its greatest descending;
//! a missing field sorts as null, an empty array before null
//! (<https://www.mongodb.com/docs/manual/reference/method/cursor.sort/>).

use std::rc::Rc;

use crate::aggregate::expression::validate_field_name;
use crate::collection::{Code, Collection, Column, NEEDS_DOCUMENT, RecordId};
use crate::error::{Error, Result};
use crate::key_generator::{generate_keys, sorting};
use crate::plan::{Meta, Metadata};
use crate::value::{
    ArrayBuilder, Collation, Path, RawDoc, RawValue, Value, View, display_value, key, ranks_of,
};

/// One field of a sort pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortField {
    /// Dotted path.
    pub path: Path,
    /// Whether the greatest value is first.
    pub descending: bool,
    /// Metadata to sort by instead of a field.
    pub meta: Option<Meta>,
}

/// A parsed `sort` document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortPattern {
    /// Fields, most significant first.
    pub fields: Vec<SortField>,
    paths: Vec<Path>,
    document: Vec<u8>,
    collation: Option<Rc<Collation>>,
}

impl SortPattern {
    /// Parses a `sort` document. The caller handles `$natural`.
    ///
    /// # Errors
    /// 15974, 15975 and `BadValue` for invalid patterns.
    pub fn parse(doc: RawDoc<'_>) -> Result<Self> {
        let mut fields: Vec<SortField> = Vec::new();
        for element in doc.iter() {
            let name = element.name();
            if name.is_empty() {
                return Err(Error::new(40352, "FieldPath cannot be constructed with empty string"));
            }
            if name.ends_with('.') {
                return Err(Error::new(40353, "FieldPath must not end with a '.'."));
            }
            name.split('.').try_for_each(validate_field_name)?;
            let mut meta = None;
            let descending = match element.value.view() {
                // Fractions are truncated.
                View::Number(n) if n.to_i64_clamped() == 1 => false,
                View::Number(n) if n.to_i64_clamped() == -1 => true,
                View::Number(_) => {
                    return Err(Error::new(
                        15975,
                        "$sort key ordering must be 1 (for ascending) or -1 (for descending)",
                    ));
                }
                View::Document(_) => {
                    let (asked, descending) = Meta::parse_sort(element.value)?;
                    meta = Some(asked);
                    descending
                }
                other => {
                    return Err(Error::new(
                        15974,
                        format!("Illegal key in $sort specification: {name}: {}", display_value(other)),
                    ));
                }
            };
            if fields.iter().any(|f| f.path.as_str() == name) {
                return Err(Error::new(
                    7472500,
                    format!("$sort key must not contain duplicate keys (duplicate: '{name}')"),
                ));
            }
            fields.push(SortField { path: Path::new(name), descending, meta });
        }
        if fields.len() > 32 {
            return Err(Error::new(13103, "too many compound keys"));
        }
        let paths = fields.iter().map(|f| f.path.clone()).collect();
        Ok(SortPattern { fields, paths, document: doc.as_bytes().to_vec(), collation: None })
    }

    /// Returns the pattern with strings compared by a collation.
    #[must_use]
    pub fn with_collation(mut self, collation: Option<Rc<Collation>>) -> Self {
        self.collation = collation;
        self
    }

    fn push(&self, value: RawValue<'_>, descending: bool, out: &mut Vec<u8>) {
        match &self.collation {
            Some(collation) => push(collation.fold(value).view(), descending, out),
            None => push(value.view(), descending, out),
        }
    }

    /// Returns the pattern as written.
    pub fn document(&self) -> RawDoc<'_> {
        RawDoc::new(&self.document)
    }

    /// Whether the pattern has no fields.
    pub fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }

    /// Returns the metadata that the pattern needs.
    pub fn metadata(&self) -> impl Iterator<Item = Meta> + '_ {
        self.fields.iter().filter_map(|field| field.meta)
    }

    /// Returns the sort key of a row, from its document and its metadata.
    ///
    /// # Errors
    /// As [`Self::key`].
    pub fn row_key(&self, doc: RawDoc<'_>, metadata: Option<&Metadata>) -> Result<Vec<u8>> {
        if self.metadata().next().is_none() {
            return self.key(doc);
        }
        let known = |meta: Meta| metadata.map_or(Value::Missing, |metadata| metadata.get(meta));
        let mut out = Vec::new();
        for field in &self.fields {
            match field.meta {
                Some(meta) => push(known(meta).view(), field.descending, &mut out),
                None => {
                    let alone = SortPattern {
                        fields: vec![field.clone()],
                        paths: vec![field.path.clone()],
                        document: Vec::new(),
                        collation: self.collation.clone(),
                    };
                    out.extend(alone.key(doc)?);
                }
            }
        }
        Ok(out)
    }

    /// Returns the sort key of a document. The byte order of keys is the sort order.
    ///
    /// # Errors
    /// `BadValue` when two fields lead through different arrays; 16746, as for index keys.
    pub fn key(&self, doc: RawDoc<'_>) -> Result<Vec<u8>> {
        if let Some(key) = self.simple_key(doc) {
            return Ok(key);
        }
        let generated = generate_keys(doc, &self.paths).map_err(sorting)?;
        let encode = |values: &Vec<RawValue<'_>>| {
            let mut out = Vec::with_capacity(values.len() * 12);
            for (value, field) in values.iter().zip(&self.fields) {
                self.push(*value, field.descending, &mut out);
            }
            out
        };
        Ok(generated.keys.iter().map(encode).min().unwrap_or_default())
    }

    /// Returns the values that a row is sorted by, as an array: the value of `$meta: "sortKey"`.
    ///
    /// # Errors
    /// As [`Self::key`].
    pub fn values(&self, doc: RawDoc<'_>, metadata: Option<&Metadata>) -> Result<Vec<u8>> {
        let generated = generate_keys(doc, &self.paths).map_err(sorting)?;
        let encode = |values: &&Vec<RawValue<'_>>| {
            let mut out = Vec::new();
            for (value, field) in values.iter().zip(&self.fields) {
                self.push(*value, field.descending, &mut out);
            }
            out
        };
        let mut out = ArrayBuilder::new();
        let first = generated.keys.iter().min_by_key(encode);
        for (value, field) in first.into_iter().flatten().zip(&self.fields) {
            let known = |meta: Meta| metadata.map_or(Value::Missing, |metadata| metadata.get(meta));
            let value = match (field.meta, &self.collation) {
                (Some(meta), _) => known(meta),
                (None, Some(collation)) => collation.fold(*value),
                (None, None) => Value::from(*value),
            };
            out.push(if matches!(value, Value::Missing) { &Value::Null } else { &value });
        }
        Ok(out.finish())
    }

    /// Returns the key when there is no array at or on the way to any field, the common case.
    fn simple_key(&self, doc: RawDoc<'_>) -> Option<Vec<u8>> {
        let mut out = Vec::with_capacity(self.fields.len() * 12);
        for field in &self.fields {
            match plain(doc, &field.path)? {
                value if value.tag == RawValue::MISSING.tag => push(View::Null, field.descending, &mut out),
                value => self.push(value, field.descending, &mut out),
            }
        }
        Some(out)
    }
}

/// Returns the value at a path, missing if it is absent; `None` when an array is at the path or on the way.
fn plain<'d>(mut doc: RawDoc<'d>, path: &Path) -> Option<RawValue<'d>> {
    let (last, before) = path.parts().split_last()?;
    for part in before {
        match doc.get(&part.name) {
            Some(value) if value.is_array() => return None,
            value => match value.and_then(RawValue::as_document) {
                Some(inner) => doc = inner,
                None => return Some(RawValue::MISSING),
            },
        }
    }
    let value = doc.get(&last.name).unwrap_or(RawValue::MISSING);
    (!value.is_array()).then_some(value)
}

/// Ranks of records by the first field of a sort pattern, and by the second where the first is equal.
#[derive(Debug)]
pub(super) struct LeadingRanks {
    first: FieldRanks,
    /// Orders records that are equal in the first field. Without it their order is unknown.
    second: Option<FieldRanks>,
    version: u64,
}

/// A record's rank, as far as it is known. Lower ranks sort first; records of equal rank may still differ.
pub(super) type Rank = (u64, u64);

/// Ranks of records by one field.
#[derive(Debug)]
struct FieldRanks {
    column: Rc<Column>,
    /// By code of the column, ascending.
    ranks: Rc<Vec<u64>>,
    /// A mask that converts an ascending rank to the direction of the sort.
    direction: u64,
}

/// Returns the mask that converts ascending ranks to the direction of the sort.
fn direction(field: &SortField) -> u64 {
    if field.descending { u64::MAX } else { 0 }
}

/// The number of records that are checked together, since most lie behind.
const CHECKED_TOGETHER: usize = 8;

impl FieldRanks {
    /// Ranks values by their key prefixes. `None` unless the field has a column whose values mostly differ
    /// in the prefix, as numbers and dates do.
    fn by_key_prefix(field: &SortField, pattern: &SortPattern, collection: &Collection) -> Option<Self> {
        let column = collection.column(field.path.as_str())?;
        let dictionary = column.dictionary();
        if !dictionary.is_narrow() {
            return None;
        }
        let ranks = match &pattern.collation {
            None => dictionary.key_prefixes(),
            Some(collation) => {
                let head = |value: RawValue<'_>| key::key_prefix_of(collation.fold(value.or_null()).view());
                Rc::new(dictionary.values().map(head).collect())
            }
        };
        Some(FieldRanks { ranks, direction: direction(field), column })
    }

    /// Ranks values by sorting them, so that only equal values have equal ranks.
    fn by_order(column: Rc<Column>, field: &SortField, pattern: &SortPattern) -> Self {
        let dictionary = column.dictionary();
        let ranks = match &pattern.collation {
            None => dictionary.ranks(),
            Some(collation) => {
                let key = |value: RawValue<'_>| key::key_of(collation.fold(value.or_null()).view());
                let keys: Vec<Vec<u8>> = dictionary.values().map(key).collect();
                Rc::new(ranks_of(&keys))
            }
        };
        FieldRanks { ranks, direction: direction(field), column }
    }

    /// Returns the rank of a record; `None` when its document must be read.
    #[inline]
    fn of(&self, record: RecordId) -> Option<u64> {
        Some(self.ranks.get(self.column.code(record) as usize)? ^ self.direction)
    }
}

impl LeadingRanks {
    /// Ranks the collection's current records; `None` without a column, or if its values are too many for
    /// ranking to pay off.
    pub(super) fn new(pattern: &SortPattern, collection: &Collection) -> Option<Self> {
        // With more fields, two of them might be arrays, which only the documents show.
        let [field, rest @ ..] = pattern.fields.as_slice() else { return None };
        if pattern.metadata().next().is_some() || rest.len() > 1 {
            return None;
        }
        let version = collection.version();
        let column = collection.column(field.path.as_str())?;
        if column.dictionary().len() > collection.records().len() / 8 {
            // Too many values to sort.
            let first = FieldRanks::by_key_prefix(field, pattern, collection)?;
            return Some(LeadingRanks { first, second: None, version });
        }
        let first = FieldRanks::by_order(column, field, pattern);
        let second = rest.first().and_then(|field| FieldRanks::by_key_prefix(field, pattern, collection));
        Some(LeadingRanks { first, second, version })
    }

    /// Returns the rank of a record, the highest possible if the second field is unknown; `None` when its
    /// document must be read.
    pub(super) fn of(&self, record: RecordId) -> Option<Rank> {
        let second = self.second.as_ref().map_or(0, |second| second.of(record).unwrap_or(u64::MAX));
        self.first.of(record).map(|first| (first, second))
    }

    /// Returns the number of leading records that lie behind a rank. `ascending` says that records are in
    /// ascending order.
    pub(super) fn behind(&self, records: &[RecordId], ascending: bool, last: Rank) -> usize {
        let codes = self.first.column.codes();
        // If record ids have no gaps, the codes are contiguous as well.
        let run = match records {
            [first, .., end] if ascending && (end - first) as usize == records.len() - 1 => {
                codes.get(*first as usize..=*end as usize)
            }
            _ => None,
        };
        let code = |&record: &RecordId| codes.get(record as usize).copied().unwrap_or(NEEDS_DOCUMENT);
        let mut passed = 0;
        for looked_at in records.chunks_exact(CHECKED_TOGETHER) {
            let all_behind = match run {
                Some(run) => self.all_clearly_behind(run[passed..][..CHECKED_TOGETHER].iter().copied(), last),
                None => self.all_clearly_behind(looked_at.iter().map(code), last),
            };
            let behind = if all_behind { CHECKED_TOGETHER } else { self.behind_each(looked_at, last) };
            passed += behind;
            if behind < CHECKED_TOGETHER {
                return passed;
            }
        }
        passed + self.behind_each(&records[passed..], last)
    }

    /// Whether codes show that all records lie behind a rank by the first field.
    #[inline]
    fn all_clearly_behind(&self, codes: impl Iterator<Item = Code>, last: Rank) -> bool {
        let ranks = self.first.ranks.as_slice();
        let clearly_behind =
            |code: Code| ranks.get(code as usize).is_some_and(|rank| rank ^ self.first.direction > last.0);
        codes.fold(true, |all, code| all & clearly_behind(code))
    }

    /// Like [`Self::behind`], record by record.
    fn behind_each(&self, records: &[RecordId], last: Rank) -> usize {
        let may_come_before = |&record: &RecordId| match self.first.of(record) {
            Some(first) if first == last.0 => self.may_come_second(record, last.1),
            first => first.is_none_or(|first| first < last.0),
        };
        records.iter().position(may_come_before).unwrap_or(records.len())
    }

    /// Whether a record may precede a rank that is equal in the first field.
    fn may_come_second(&self, record: RecordId, last: u64) -> bool {
        self.second.as_ref().and_then(|second| second.of(record)).is_none_or(|rank| rank <= last)
    }

    /// Returns the collection version that the ranks are based on.
    pub(super) fn version(&self) -> u64 {
        self.version
    }
}

fn push(value: View<'_>, descending: bool, out: &mut Vec<u8>) {
    if descending {
        key::encode_descending(value, out);
    } else {
        key::encode(value, out);
    }
}
