//! `IXSCAN`: the records whose keys lie inside the bounds, in key order.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::rc::Rc;

use crate::collection::{BTree, Collection, Entry, Index, IndexSpec, RecordId};
use crate::error::Result;
use crate::plan::index_bounds::Check;
use crate::plan::{
    CommonStats, Direction, Examined, IndexBounds, IndexKey, Limits, Payload, PlanStage, Progress, RowBatch,
};
use crate::query::Filter;
use crate::value::{DocBuilder, NumberSet, RawDoc};

/// The `IXSCAN` stage.
///
/// Entries are read ahead in growing batches, because each batch costs one descent. When the collection
/// changes between calls, the rest of the batch is discarded and read again.
#[derive(Debug)]
pub struct IndexScan {
    spec: Rc<IndexSpec>,
    bounds: IndexBounds,
    direction: Direction,
    /// A condition on the key, tested before the document is fetched.
    key_filter: Option<Rc<Filter>>,
    /// Whether rows carry their key (covered plans, key filters, merges).
    keep_keys: bool,
    /// Whether keys are only counted: explain shows another stage name.
    counting: bool,
    seen: NumberSet,
    position: Position,
    batch: VecDeque<BufferedEntry>,
    /// The concatenated keys of the batch.
    keys: Vec<u8>,
    batch_size: usize,
    version: u64,
    stats: CommonStats,
    examined: Examined,
    seeks: u64,
    duplicates: u64,
    multikey: bool,
    /// Whether the scan may meet a record more than once.
    repeats: bool,
    /// Per field, the prefixes of its path that lead to arrays.
    multikey_paths: Vec<Vec<String>>,
}

#[derive(Clone, Debug)]
enum Position {
    Start,
    /// After this entry; in a backward scan, before it.
    Entry(Vec<u8>, RecordId),
    /// At these bytes; in a backward scan, before them.
    Seek(Vec<u8>),
    End,
}

/// An entry that was read ahead, either a match or an examined key outside the bounds.
#[derive(Clone, Copy, Debug)]
struct BufferedEntry {
    /// Offsets in the batch's keys: start of the key, start of its type bits, end of both.
    key: (u32, u32, u32),
    record: RecordId,
    valid: bool,
}

impl IndexScan {
    /// Scans an index inside bounds.
    pub fn new(
        index: &Index,
        bounds: IndexBounds,
        direction: Direction,
        key_filter: Option<Rc<Filter>>,
    ) -> Self {
        IndexScan {
            spec: index.spec.clone(),
            bounds,
            direction,
            keep_keys: key_filter.is_some(),
            key_filter,
            counting: false,
            seen: NumberSet::default(),
            position: Position::Start,
            batch: VecDeque::new(),
            keys: Vec::new(),
            batch_size: 4,
            version: 0,
            stats: CommonStats::default(),
            examined: Examined::default(),
            seeks: 0,
            duplicates: 0,
            multikey: index.is_multikey(),
            repeats: index.is_multikey() || index.is_expanded,
            multikey_paths: index.multikey_paths(),
        }
    }

    /// Makes rows carry their index keys.
    #[must_use]
    pub fn keeping_keys(self) -> Self {
        IndexScan { keep_keys: true, ..self }
    }

    /// Configures the scan for a `count`, which needs only the number of keys.
    #[must_use]
    pub fn counting(self) -> Self {
        IndexScan { counting: true, ..self }
    }

    fn read_ahead(&mut self, index: &Index) {
        self.batch_size = (self.batch_size * 2).min(512);
        self.keys.clear();
        if let Some((low, high)) = self.bounds.single_range() {
            self.read_range(&index.tree, &low, &high);
        } else {
            self.read_checked(&index.tree);
        }
    }

    /// Reads a batch of one range with known ends, so no key outside is read.
    fn read_range(&mut self, tree: &BTree, low: &[u8], high: &[u8]) {
        let (forward, limit) = (self.direction.is_forward(), self.batch_size);
        let (batch, keys) = (&mut self.batch, &mut self.keys);
        let visit = |entry: Entry<'_>| {
            if (forward && entry.key >= high) || (!forward && entry.key < low) {
                return ControlFlow::Break(());
            }
            batch.push_back(BufferedEntry::new(entry, true, keys));
            if batch.len() >= limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let start = match &self.position {
            Position::End => None,
            Position::Entry(key, record) => Some((key.as_slice(), self.direction.past(*record))),
            _ => Some((if forward { low } else { high }, 0)),
        };
        if let Some(start) = start {
            self.direction.walk(tree, start, visit);
        }
        if !matches!(self.position, Position::Entry(..)) {
            self.seeks += 1;
        }
        self.position = match self.batch.back() {
            Some(last) => Position::Entry(last.key(&self.keys).to_vec(), last.record),
            None => Position::End,
        };
    }

    /// Reads a batch of several ranges; each key outside the bounds determines where to continue.
    fn read_checked(&mut self, tree: &BTree) {
        while self.batch.len() < self.batch_size && !matches!(self.position, Position::End) {
            let mut next = None;
            let (direction, limit) = (self.direction, self.batch_size);
            let (batch, keys, bounds) = (&mut self.batch, &mut self.keys, &self.bounds);
            let visit = |entry: Entry<'_>| {
                let check = bounds.check(entry.key, direction);
                batch.push_back(BufferedEntry::new(entry, check == Check::Valid, keys));
                match check {
                    Check::Valid if batch.len() < limit => return ControlFlow::Continue(()),
                    Check::Valid => next = Some(Position::Entry(entry.key.to_vec(), entry.record)),
                    Check::SeekTo(bytes) => next = Some(Position::Seek(bytes)),
                    Check::Done => next = Some(Position::End),
                }
                ControlFlow::Break(())
            };
            let start = match &self.position {
                Position::Start => self.bounds.start(direction).map(|bytes| (bytes, 0)),
                Position::Entry(key, record) => Some((key.clone(), direction.past(*record))),
                Position::Seek(bytes) => Some((bytes.clone(), 0)),
                Position::End => None,
            };
            if !matches!(self.position, Position::Entry(..)) {
                self.seeks += 1;
            }
            if let Some((key, record)) = start {
                direction.walk(tree, (&key, record), visit);
            }
            self.position = next.unwrap_or(Position::End);
        }
    }

    /// Discards entries that were read ahead from another version of the collection.
    fn refresh(&mut self, version: u64) {
        if std::mem::replace(&mut self.version, version) == version {
            return;
        }
        if let Some(first) = self.batch.front() {
            // Go back to just before the first unused entry.
            let key = first.key(&self.keys).to_vec();
            self.position = match self.direction {
                Direction::Forward => Position::Entry(key, first.record).before(),
                Direction::Backward => Position::Entry(key, first.record + 1),
            };
            self.batch.clear();
        }
    }

    /// Whether the key's values satisfy the key filter.
    fn key_matches(&self, collection: &Collection, index: &Index, entry: &BufferedEntry) -> Result<bool> {
        let Some(filter) = &self.key_filter else { return Ok(true) };
        let key = entry.key(&self.keys);
        if let Some(doc) = key_document(index, key, entry.type_bits(&self.keys)) {
            return filter.matches(RawDoc::new(&doc));
        }
        // The key can't be decoded, so test the document.
        collection.records().get(entry.record).map_or(Ok(false), |doc| filter.matches(RawDoc::new(doc)))
    }
}

impl BufferedEntry {
    fn new(entry: Entry<'_>, valid: bool, keys: &mut Vec<u8>) -> Self {
        let start = keys.len() as u32;
        keys.extend_from_slice(entry.key);
        let middle = keys.len() as u32;
        keys.extend_from_slice(entry.type_bits);
        BufferedEntry { key: (start, middle, keys.len() as u32), record: entry.record, valid }
    }

    fn key(self, keys: &[u8]) -> &[u8] {
        keys.get(self.key.0 as usize..self.key.1 as usize).unwrap_or(&[])
    }

    fn type_bits(self, keys: &[u8]) -> &[u8] {
        keys.get(self.key.1 as usize..self.key.2 as usize).unwrap_or(&[])
    }
}

/// Writes explain's fields for an index scan. A text index doesn't record which paths hold arrays.
pub(super) fn describe_index(
    spec: &IndexSpec,
    multikey: bool,
    multikey_paths: &[Vec<String>],
    out: &mut DocBuilder,
) {
    out.append_doc("keyPattern", spec.pattern()).append_str("indexName", &spec.name);
    out.append_bool("isMultiKey", multikey);
    if spec.text.is_none() {
        out.document("multiKeyPaths", |paths| {
            for (field, arrays) in spec.fields.iter().zip(multikey_paths) {
                paths.array(field.path.as_str(), |out| {
                    for path in arrays {
                        out.push_str(path);
                    }
                });
            }
        });
    }
    out.append_bool("isUnique", spec.unique)
        .append_bool("isSparse", spec.sparse)
        .append_bool("isPartial", spec.partial.is_some())
        .append_i32("indexVersion", 2);
}

/// Decodes an index key into a document of the indexed paths, with dotted paths nested; `None` if it can't
/// be decoded.
pub(super) fn key_document(index: &Index, bytes: &[u8], type_bits: &[u8]) -> Option<Vec<u8>> {
    let values = index.decode(bytes, type_bits)?;
    let mut tree = Vec::new();
    for (path, value) in &values {
        insert_nested(&mut tree, &path.split('.').collect::<Vec<_>>(), value);
    }
    let mut out = DocBuilder::new();
    write_nested(&tree, &mut out);
    Some(out.finish())
}

enum Nested<'a> {
    Value(&'a str, &'a crate::value::Value<'static>),
    Document(&'a str, Vec<Nested<'a>>),
}

/// If an index contains both a field and a path inside it, the field's value includes the path's.
fn insert_nested<'a>(tree: &mut Vec<Nested<'a>>, names: &[&'a str], value: &'a crate::value::Value<'static>) {
    let Some((&first, rest)) = names.split_first() else { return };
    let known = tree.iter_mut().find(|node| match node {
        Nested::Value(name, _) | Nested::Document(name, _) => *name == first,
    });
    match known {
        Some(Nested::Value(..)) => return,
        Some(node) if rest.is_empty() => {
            *node = Nested::Value(first, value);
            return;
        }
        Some(Nested::Document(_, inner)) => return insert_nested(inner, rest, value),
        None if rest.is_empty() => {
            tree.push(Nested::Value(first, value));
            return;
        }
        None => {}
    }
    let mut inner = Vec::new();
    insert_nested(&mut inner, rest, value);
    tree.push(Nested::Document(first, inner));
}

fn write_nested(tree: &[Nested<'_>], out: &mut DocBuilder) {
    for node in tree {
        match node {
            Nested::Value(name, value) => {
                out.append(name, value);
            }
            Nested::Document(name, inner) => {
                out.document(name, |doc| write_nested(inner, doc));
            }
        }
    }
}

impl PlanStage for IndexScan {
    fn work(&mut self, collection: &Collection, limits: Limits, out: &mut RowBatch) -> Result<Progress> {
        let Some(index) = collection.index(&self.spec.name) else {
            self.stats.is_eof = true;
            return Ok(Progress::EOF);
        };
        self.refresh(collection.version());
        if self.batch.is_empty() {
            self.read_ahead(index);
        }
        let given = out.len();
        let mut works = 0;
        while works < limits.works && out.len() - given < limits.rows {
            let Some(entry) = self.batch.pop_front() else { break };
            works += 1;
            self.examined.keys += 1;
            if !entry.valid || !self.key_matches(collection, index, &entry)? {
                continue;
            }
            if self.repeats && !self.seen.insert(entry.record) {
                self.duplicates += 1;
                continue;
            }
            if self.keep_keys {
                let bytes = entry.key(&self.keys).to_vec();
                let type_bits = entry.type_bits(&self.keys).to_vec();
                let key = Some(IndexKey { bytes, type_bits });
                out.push(entry.record, Payload { key, ..Payload::default() });
            } else {
                out.records.push(entry.record);
            }
        }
        let progress = Progress { works, rows: (out.len() - given) as u64, is_eof: false };
        Ok(self.stats.count(if works == 0 { Progress::EOF } else { progress }))
    }

    fn name(&self) -> &'static str {
        if self.counting { "COUNT_SCAN" } else { "IXSCAN" }
    }

    fn stats(&self) -> CommonStats {
        self.stats
    }

    fn examined(&self) -> Examined {
        Examined { seeks: self.seeks, ..self.examined }
    }

    fn describe(&self, out: &mut DocBuilder) {
        if let Some(filter) = &self.key_filter {
            out.append_doc("filter", RawDoc::new(&filter.describe()));
        }
        describe_index(&self.spec, self.multikey, &self.multikey_paths, out);
        if self.counting {
            out.document("indexBounds", |bounds| self.bounds.describe_ends(bounds));
            return;
        }
        out.append_str("direction", self.direction.name());
        out.document("indexBounds", |bounds| {
            // Explain omits the bounds of the scan for a word
            // (https://gist.github.com/saleem-mirza/2fce8f341b8498c4b917).
            if self.spec.text.is_none() {
                self.bounds.describe(bounds, self.direction);
            }
        });
    }

    fn describe_stats(&self, out: &mut DocBuilder) {
        out.append_count("keysExamined", self.examined.keys)
            .append_count("seeks", self.seeks)
            .append_count("dupsTested", if self.repeats { self.examined.keys } else { 0 })
            .append_count("dupsDropped", self.duplicates);
    }

    fn indexes_used(&self, out: &mut Vec<String>) {
        out.push(self.spec.name.clone());
    }

    fn summary(&self, out: &mut Vec<String>) {
        out.push([self.name(), " ", self.spec.shown_pattern()].concat());
    }
}

impl Position {
    /// Returns the position from which a forward scan meets this entry again.
    fn before(self) -> Self {
        match self {
            Position::Entry(key, 0) => Position::Seek(key),
            Position::Entry(key, record) => Position::Entry(key, record - 1),
            other => other,
        }
    }
}
