//! An index of a collection: its definition and its B+ tree of keys.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::RecordId;
use super::btree::BTree;
use super::geo_keys::cells_of;
use super::index_spec::{IndexSpec, KeyField, KeyKind};
use super::wildcard::{PATH_FIELD, Wildcard};
use crate::error::{Error, ErrorCode, Result};
use crate::key_generator::generate_keys;
use crate::value::{
    Collation, DocBuilder, Path, RawDoc, RawValue, Value, display_document, display_value, hexadecimal, key,
    tag,
};

/// An index.
#[derive(Clone, Debug)]
pub struct Index {
    /// The definition, shared with the plans that use the index.
    pub spec: Rc<IndexSpec>,
    /// The entries.
    pub tree: BTree,
    /// Per field, a bit for each number of path parts at which a stored document had an array.
    pub multikey: Vec<u64>,
    /// The paths of a wildcard index at which documents have arrays.
    array_paths: BTreeSet<String>,
    /// Whether a document had several entries in a geospatial index.
    repeats: bool,
    /// Whether a geospatial index contains shapes rather than only points.
    shapes: bool,
    /// Whether a scan of this wildcard index may meet several entries of a document, and must drop repeats.
    pub is_expanded: bool,
    /// The start of access counting, in milliseconds since 1970.
    pub since: i64,
    /// Changes while the index is read.
    accesses: Cell<u64>,
    paths: Vec<Path>,
}

/// An encoded key of a document.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct EncodedKey {
    /// The order-preserving encoding.
    pub key: Vec<u8>,
    /// The types that the encoding drops.
    pub type_bits: Vec<u8>,
}

/// The keys of a document in an index.
pub struct DocumentKeys {
    /// Sorted, without duplicates.
    pub keys: Vec<EncodedKey>,
    multikey: Vec<u64>,
    array_paths: BTreeSet<String>,
    shapes: bool,
}

impl Index {
    /// Creates an empty index.
    pub fn new(spec: IndexSpec, now_millis: i64) -> Self {
        let paths = spec.paths();
        Index {
            multikey: vec![0; paths.len()],
            tree: BTree::default(),
            array_paths: BTreeSet::new(),
            repeats: false,
            shapes: false,
            is_expanded: false,
            paths,
            spec: Rc::new(spec),
            accesses: Cell::new(0),
            since: now_millis,
        }
    }

    /// Whether a document may have several entries.
    pub fn is_multikey(&self) -> bool {
        self.repeats || self.multikey.iter().any(|&bits| bits != 0)
    }

    /// Whether keys contain the whole value at a path, as a projection shows it.
    pub fn covers(&self, path: &str) -> bool {
        self.spec.fields.iter().zip(&self.multikey).any(|(field, arrays)| {
            // A number is an array position for the index, but a field name for a projection.
            let numbered = field.path.parts().iter().any(|part| part.index.is_some());
            field.path.as_str() == path && *arrays == 0 && field.kind.is_ordered() && !numbered
        })
    }

    /// Whether a geospatial index contains shapes rather than only points.
    pub fn has_shapes(&self) -> bool {
        self.shapes
    }

    /// Counts a query that uses the index.
    pub fn count_access(&self) {
        self.accesses.set(self.accesses.get() + 1);
    }

    /// Returns the number of queries that used the index (`$indexStats`).
    pub fn accesses(&self) -> u64 {
        self.accesses.get()
    }

    /// Returns, per field, the paths that lead to arrays.
    pub fn multikey_paths(&self) -> Vec<Vec<String>> {
        let prefixes = |(path, bits): (&Path, &u64)| {
            let names: Vec<&str> = path.parts().iter().map(|part| &*part.name).collect();
            (1..=names.len())
                .filter(|taken| bits & (1 << taken) != 0)
                .map(|taken| names[..taken].join("."))
                .collect()
        };
        self.paths.iter().zip(&self.multikey).map(prefixes).collect()
    }

    /// Whether two documents certainly have the same keys, because all fields that determine them are
    /// equal. `fields` are the only fields that may differ, if known.
    pub fn has_same_keys(&self, old: RawDoc<'_>, new: RawDoc<'_>, fields: Option<&[Box<str>]>) -> bool {
        let spec = &*self.spec;
        let made_of_fields =
            spec.partial.is_none() && spec.wildcard.is_none() && spec.text.is_none() && !spec.is_geospatial();
        let same = |path: &Path| {
            let root = path.parts().first();
            root.is_some_and(|root| {
                fields.is_some_and(|fields| !fields.contains(&root.name))
                    || old.get(&root.name) == new.get(&root.name)
            })
        };
        made_of_fields && self.paths.iter().all(same)
    }

    /// Returns the keys of a document.
    ///
    /// # Errors
    /// 171 for parallel arrays; 16766 for an array in a field of a hashed index; errors of the partial
    /// filter.
    pub fn keys_of(&self, doc: RawDoc<'_>) -> Result<DocumentKeys> {
        let mut out = DocumentKeys {
            keys: Vec::new(),
            multikey: vec![0; self.paths.len()],
            array_paths: BTreeSet::new(),
            shapes: false,
        };
        if let Some(filter) = &self.spec.partial
            && !filter.matches(doc)?
        {
            return Ok(out);
        }
        if let Some(wildcard) = &self.spec.wildcard {
            self.wildcard_keys(wildcard, doc, &mut out)?;
            return Ok(out);
        }
        if self.spec.is_geospatial() {
            self.geospatial_keys(doc, &mut out)?;
            return Ok(out);
        }
        if let Some(text) = &self.spec.text {
            self.text_keys(&text.scores(doc)?, doc, &mut out)?;
            return Ok(out);
        }
        let generated = generate_keys(doc, &self.paths)?;
        if self.spec.sparse && generated.all_missing {
            return Ok(out);
        }
        let hashed = self.spec.fields.iter().any(|field| field.kind == KeyKind::Hashed);
        if hashed
            && let Some((field, _)) =
                self.spec.fields.iter().zip(&generated.multikey).find(|pair| *pair.1 != 0)
        {
            return Err(Error::new(
                16766,
                format!(
                    "Error: hashed indexes do not currently support array values. Found array at path: {}",
                    field.path.as_str()
                ),
            ));
        }
        out.keys.reserve(generated.keys.len());
        for values in &generated.keys {
            out.keys.push(self.encode(values));
        }
        if out.keys.len() > 1 {
            out.keys.sort_unstable();
            out.keys.dedup_by(|a, b| a.key == b.key);
        }
        out.multikey = generated.multikey;
        Ok(out)
    }

    /// Adds the keys of a text index: every stem and its score, with the values of the other fields.
    fn text_keys(
        &self,
        scores: &BTreeMap<String, f64>,
        doc: RawDoc<'_>,
        out: &mut DocumentKeys,
    ) -> Result<()> {
        let is_text = |field: &&KeyField| field.kind == KeyKind::Text;
        let at = self.spec.fields.iter().take_while(|field| !is_text(field)).count();
        let others: Vec<Path> =
            self.spec.fields.iter().filter(|field| !is_text(field)).map(|field| field.path.clone()).collect();
        let generated = generate_keys(doc, &others)?;
        let mut bits = generated.multikey.iter();
        for (flag, field) in out.multikey.iter_mut().zip(&self.spec.fields) {
            if field.kind != KeyKind::Text {
                *flag = bits.next().copied().unwrap_or_default();
            }
        }
        for values in &generated.keys {
            for (stem, score) in scores {
                let (stem, score) = (Value::string(stem.as_str()), Value::Double(*score));
                let (mut first, mut second) = (Vec::new(), Vec::new());
                let mut row = values.clone();
                row.insert(at, stem.to_raw(&mut first));
                row.insert(at + 1, score.to_raw(&mut second));
                out.keys.push(self.encode(&row));
            }
        }
        out.keys.sort_unstable();
        out.keys.dedup_by(|a, b| a.key == b.key);
        Ok(())
    }

    /// Adds the keys of a geospatial index: every cell, with the values of the other fields.
    fn geospatial_keys(&self, doc: RawDoc<'_>, out: &mut DocumentKeys) -> Result<()> {
        let mut places = Vec::with_capacity(1);
        let mut others = Vec::new();
        for (at, field) in self.spec.fields.iter().enumerate() {
            if field.kind.is_geospatial() {
                let cells = cells_of(doc, &field.path, field.kind, &self.spec)?;
                out.shapes |= cells.shapes;
                let numbers: Vec<[u8; 8]> = cells.numbers.iter().map(|number| number.to_le_bytes()).collect();
                places.push((at, numbers));
            } else {
                others.push(field.path.clone());
            }
        }
        if places.iter().all(|(_, numbers)| numbers.is_empty()) {
            return Ok(());
        }
        let generated = generate_keys(doc, &others)?;
        let mut bits = generated.multikey.iter();
        for (flag, field) in out.multikey.iter_mut().zip(&self.spec.fields) {
            if !field.kind.is_geospatial() {
                *flag = bits.next().copied().unwrap_or_default();
            }
        }
        for values in generated.keys {
            let mut rows = vec![values];
            for (at, numbers) in &places {
                rows = rows.iter().flat_map(|row| with_cells(row, *at, numbers)).collect();
            }
            out.keys.extend(rows.iter().map(|row| self.encode(row)));
        }
        out.keys.sort_unstable();
        out.keys.dedup_by(|a, b| a.key == b.key);
        Ok(())
    }

    fn encode(&self, values: &[RawValue<'_>]) -> EncodedKey {
        let mut bytes = Vec::with_capacity(values.len() * 12);
        let mut type_bits = Vec::new();
        if let Some(collation) = &self.spec.collation {
            // A sort key can't be decoded to its string.
            return EncodedKey {
                key: self.encode_folded(values, collation),
                type_bits: vec![key::UNDECODABLE],
            };
        }
        for (value, field) in values.iter().zip(&self.spec.fields) {
            encode_value(field.kind, *value, &mut bytes);
            match field.kind {
                KeyKind::Hashed => type_bits.push(tag::INT64),
                _ => key::type_bits(*value, &mut type_bits),
            }
        }
        if type_bits.iter().all(|&bits| bits == tag::INT32) {
            type_bits.clear();
        }
        // Longer type bits are not stored. Such an entry's document is fetched instead.
        if type_bits.len() > key::MAX_TYPE_BITS {
            type_bits = vec![key::UNDECODABLE];
        }
        EncodedKey { key: bytes, type_bits }
    }

    /// Adds the keys of a wildcard index: every path and value, with the values of the other fields.
    fn wildcard_keys(&self, wildcard: &Wildcard, doc: RawDoc<'_>, out: &mut DocumentKeys) -> Result<()> {
        let at = self.spec.wildcard_at().unwrap_or_default();
        let beside = |(place, _): &(usize, &Path)| *place != at && *place != at + 1;
        let others: Vec<Path> =
            self.paths.iter().enumerate().filter(beside).map(|(_, path)| path.clone()).collect();
        let generated = generate_keys(doc, &others)?;
        if generated.multikey.iter().any(|bits| *bits != 0) {
            return Err(Error::new(
                7246301,
                "Multikey values are not allowed in the fields of a compound wildcard index beside its wildcard term",
            ));
        }
        let mut row = generated.keys.into_iter().next().unwrap_or_default();
        row.splice(at..at, [RawValue::MIN_KEY, RawValue::MIN_KEY]);
        wildcard.walk(doc, &mut |path, value| match value {
            Some(value) => {
                let (path, mut scratch) = (Value::string(path.to_owned()), Vec::new());
                let mut row = row.clone();
                row[at] = path.to_raw(&mut scratch);
                row[at + 1] = value;
                out.keys.push(self.encode(&row));
            }
            None => {
                out.array_paths.insert(path.to_owned());
            }
        });
        if out.keys.is_empty() && !others.is_empty() {
            out.keys.push(self.encode(&row));
        }
        out.keys.sort_unstable();
        out.keys.dedup_by(|a, b| a.key == b.key);
        Ok(())
    }

    /// Returns the wildcard index as an index on one path; `None` when it excludes the path.
    pub fn for_path(&self, path: &Path) -> Option<Index> {
        if !self.spec.wildcard.as_ref()?.holds(path.as_str()) {
            return None;
        }
        let mut index = self.expanded_for(Some(path));
        let bits = super::wildcard::array_bits(path, &self.array_paths);
        if let Some(value) = index.spec.wildcard_at().and_then(|at| index.multikey.get_mut(at + 1)) {
            *value = bits;
        }
        Some(index)
    }

    /// Returns the paths of a wildcard index's entries for the values at a path; `None` when some values
    /// may have no entry.
    pub fn entry_paths(&self, path: &Path) -> Option<Vec<String>> {
        let places = super::wildcard::entry_paths(path, &self.array_paths)?;
        let held = self.spec.wildcard.as_ref()?;
        places.iter().all(|place| held.holds(place)).then_some(places)
    }

    /// Returns a compound wildcard index as an index on the fields before the wildcard; `None` when there
    /// are none.
    pub fn for_prefix(&self) -> Option<Index> {
        (self.spec.wildcard_at()? > 0).then(|| Index { is_expanded: true, ..self.expanded_for(None) })
    }

    /// Decodes a key into paths and values; `None` if it can't be decoded. For a wildcard index, the path
    /// is that of the entry.
    pub fn decode(&self, bytes: &[u8], type_bits: &[u8]) -> Option<Vec<(String, Value<'static>)>> {
        let descending: Vec<bool> = self.spec.fields.iter().map(KeyField::is_descending).collect();
        let values = key::decode(bytes, type_bits, &descending)?;
        let paths = self.paths.iter().map(|path| path.as_str().to_owned());
        let mut out: Vec<_> = paths.zip(values).collect();
        if let Some(at) = self.spec.wildcard_at() {
            let (_, path) = out.remove(at);
            out.get_mut(at)?.0 = path.as_str()?.to_owned();
        }
        Some(out)
    }

    fn expanded_for(&self, path: Option<&Path>) -> Index {
        let spec = self.spec.for_path(path);
        let (paths, multikey) = (spec.paths(), vec![0; spec.fields.len()]);
        Index { paths, spec: spec.into(), multikey, ..self.clone() }
    }

    fn encode_folded(&self, values: &[RawValue<'_>], collation: &Collation) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(values.len() * 16);
        for (value, field) in values.iter().zip(&self.spec.fields) {
            // The path in a key is not subject to the collation.
            if field.path.as_str() == PATH_FIELD {
                key::encode(value.view(), &mut bytes);
                continue;
            }
            let mut scratch = Vec::new();
            encode_value(field.kind, collation.fold(*value).to_raw(&mut scratch), &mut bytes);
        }
        bytes
    }

    /// Checks that no other record of a unique index has these keys.
    ///
    /// # Errors
    /// `DuplicateKey` (11000) with `keyPattern` and `keyValue`.
    pub fn check_unique(
        &self,
        namespace: &str,
        doc: RawDoc<'_>,
        keys: &DocumentKeys,
        own: Option<RecordId>,
    ) -> Result<()> {
        if !self.spec.unique && !self.spec.prepare_unique {
            return Ok(());
        }
        for encoded in &keys.keys {
            let mut found = None;
            self.tree.walk_from(&encoded.key, 0, |entry| {
                if entry.key != encoded.key {
                    return std::ops::ControlFlow::Break(());
                }
                if Some(entry.record) != own {
                    found = Some(entry.record);
                    return std::ops::ControlFlow::Break(());
                }
                std::ops::ControlFlow::Continue(())
            });
            if found.is_some() {
                return Err(self.duplicate_key(namespace, doc, encoded));
            }
        }
        Ok(())
    }

    /// Returns the E11000 error for a key of `doc`.
    fn duplicate_key(&self, namespace: &str, doc: RawDoc<'_>, encoded: &EncodedKey) -> Error {
        let generated = generate_keys(doc, &self.paths).ok();
        let values = generated
            .and_then(|g| g.keys.into_iter().find(|values| self.encode(values).key == encoded.key))
            .unwrap_or_default();
        let mut text = String::new();
        let mut key_value = DocBuilder::new();
        let collation = self.spec.collation.as_deref();
        for (field, value) in self.spec.fields.iter().zip(&values) {
            // Under a collation, the message shows a string's sort key in hexadecimal.
            let value = match (collation, value.as_str()) {
                (Some(collation), Some(text)) => {
                    let digits = hexadecimal(collation.sort_key(text).as_bytes());
                    Value::String(format!("0x{digits}").into())
                }
                _ => Value::from(*value),
            };
            let separator = if text.is_empty() { "" } else { ", " };
            text.push_str(&format!("{separator}{}: {}", field.path.as_str(), display_value(value.view())));
            key_value.append(field.path.as_str(), &value);
        }
        let mut details = DocBuilder::new();
        details.append_doc("keyPattern", self.spec.pattern());
        details.append_doc("keyValue", RawDoc::new(&key_value.finish()));
        let mut under = String::new();
        if let Some(collation) = collation {
            details.append_doc("collation", collation.document());
            under = format!(" collation: {}", display_document(collation.document()));
        }
        Error::new(
            ErrorCode::DUPLICATE_KEY,
            format!(
                "E11000 duplicate key error collection: {namespace} index: {}{under} dup key: {{ {text} }}",
                self.spec.name
            ),
        )
        .with_details(details)
    }

    /// Adds the keys of a record. Returns the number of new entries.
    pub fn add(&mut self, keys: &DocumentKeys, record: RecordId) -> usize {
        for (flag, met) in self.multikey.iter_mut().zip(&keys.multikey) {
            *flag |= met;
        }
        self.array_paths.extend(keys.array_paths.iter().cloned());
        let repeats = self.spec.is_geospatial() || self.spec.text.is_some();
        self.repeats |= repeats && keys.keys.len() > 1;
        self.shapes |= keys.shapes;
        keys.keys.iter().filter(|k| self.tree.insert(&k.key, &k.type_bits, record)).count()
    }

    /// Removes the keys of a record. Returns the number of removed entries.
    pub fn remove(&mut self, keys: &DocumentKeys, record: RecordId) -> usize {
        keys.keys.iter().filter(|k| self.tree.remove(&k.key, record)).count()
    }
}

/// Returns a row of values once per cell, with the cell inserted at a position; once with null if there are
/// no cells.
fn with_cells<'a>(row: &[RawValue<'a>], at: usize, numbers: &'a [[u8; 8]]) -> Vec<Vec<RawValue<'a>>> {
    let with = |value: RawValue<'a>| {
        let mut row = row.to_vec();
        row.insert(at, value);
        row
    };
    if numbers.is_empty() {
        return vec![with(RawValue::NULL)];
    }
    numbers.iter().map(|bytes| with(RawValue { tag: tag::INT64, bytes })).collect()
}

/// Encodes a value as a component of a key.
#[inline]
fn encode_value(kind: KeyKind, value: RawValue<'_>, bytes: &mut Vec<u8>) {
    match kind {
        KeyKind::Ascending | KeyKind::Sphere | KeyKind::BucketSphere | KeyKind::Plane | KeyKind::Text => {
            key::encode(value.view(), bytes);
        }
        KeyKind::Descending => key::encode_descending(value.view(), bytes),
        KeyKind::Hashed => {
            key::encode(Value::Int64(crate::value_hash::hash64(value)).view(), bytes);
        }
    }
}
