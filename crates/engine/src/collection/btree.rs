//! The B+ tree behind an index. Its keys are byte strings. Its nodes are shared between snapshots and
//! copied on the first write after one.
//!
//! Entries are ordered by key, then record id, so keys may repeat. A node packs its keys into one byte
//! vector and their prefixes into another, so that cloning and searching touch contiguous memory.
//!
//! An entry may carry type bits: the numeric types that the key encoding drops, from which a covered query
//! restores the values.

use std::cmp::Ordering;
use std::ops::ControlFlow;
use std::rc::Rc;

use super::RecordId;
use crate::value::key_prefix;

const MAX_ENTRIES: usize = 96;

/// Sorted entries packed together.
#[derive(Clone, Debug, Default)]
struct Entries {
    /// The prefix of each key (see [`key_prefix`]), which decides most comparisons.
    prefixes: Vec<u64>,
    bytes: Vec<u8>,
    /// The end of each entry's bytes, which are key and type bits.
    ends: Vec<u32>,
    /// The number of type bits in each entry's bytes.
    bits: Vec<u8>,
    records: Vec<RecordId>,
}

impl Entries {
    fn len(&self) -> usize {
        self.ends.len()
    }

    #[inline(always)]
    fn start(&self, i: usize) -> usize {
        if i == 0 { 0 } else { self.ends[i - 1] as usize }
    }

    #[inline(always)]
    fn key(&self, i: usize) -> &[u8] {
        &self.bytes[self.start(i)..self.ends[i] as usize - self.bits[i] as usize]
    }

    fn type_bits(&self, i: usize) -> &[u8] {
        let end = self.ends[i] as usize;
        &self.bytes[end - self.bits[i] as usize..end]
    }

    #[inline(always)]
    fn compare(&self, i: usize, key: &[u8], record: RecordId) -> Ordering {
        compare_keys(self.key(i), key).then_with(|| self.records[i].cmp(&record))
    }

    /// Returns the first position whose entry is not less than (key, record).
    fn lower_bound(&self, key: &[u8], record: RecordId) -> usize {
        let head = key_prefix(key);
        let mut low = self.prefixes.partition_point(|known| *known < head);
        if self.prefixes.get(low) != Some(&head) {
            return low;
        }
        let mut high = low + self.prefixes[low..].partition_point(|known| *known == head);
        while low < high {
            let middle = (low + high) / 2;
            if self.compare(middle, key, record) == Ordering::Less {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    fn insert(&mut self, at: usize, key: &[u8], bits: &[u8], record: RecordId) {
        let start = self.start(at);
        let added = key.len() + bits.len();
        self.bytes.splice(start..start, key.iter().chain(bits).copied());
        for end in &mut self.ends[at..] {
            *end += added as u32;
        }
        self.prefixes.insert(at, key_prefix(key));
        self.ends.insert(at, (start + added) as u32);
        self.bits.insert(at, bits.len() as u8);
        self.records.insert(at, record);
    }

    fn remove(&mut self, at: usize) {
        let (start, end) = (self.start(at), self.ends[at] as usize);
        self.prefixes.remove(at);
        self.bytes.drain(start..end);
        self.ends.remove(at);
        self.bits.remove(at);
        self.records.remove(at);
        for later in &mut self.ends[at..] {
            *later -= (end - start) as u32;
        }
    }

    fn split_off(&mut self, at: usize) -> Entries {
        let start = self.start(at);
        let bytes = self.bytes.split_off(start);
        let ends = self.ends.split_off(at).into_iter().map(|end| end - start as u32).collect();
        Entries {
            prefixes: self.prefixes.split_off(at),
            bytes,
            ends,
            bits: self.bits.split_off(at),
            records: self.records.split_off(at),
        }
    }
}

/// Compares keys as slices, most of them by their first eight bytes. In WebAssembly, comparing slices is a
/// call and a loop over bytes.
#[inline(always)]
fn compare_keys(a: &[u8], b: &[u8]) -> Ordering {
    let (Some((a_start, a_rest)), Some((b_start, b_rest))) = (a.split_first_chunk(), b.split_first_chunk())
    else {
        return a.cmp(b);
    };
    match u64::from_be_bytes(*a_start).cmp(&u64::from_be_bytes(*b_start)) {
        Ordering::Equal if a_rest.len() < 8 || b_rest.len() < 8 => a_rest.iter().cmp(b_rest),
        Ordering::Equal => a_rest.cmp(b_rest),
        decided => decided,
    }
}

#[derive(Clone, Debug)]
enum Node {
    Leaf(Entries),
    /// `separators[i]` is a lower bound of the entries in `children[i + 1]`.
    Inner {
        separators: Entries,
        children: Vec<Rc<Node>>,
    },
}

/// An ordered multimap from byte-string keys to record ids.
#[derive(Clone, Debug)]
pub struct BTree {
    root: Rc<Node>,
    len: usize,
    key_bytes: usize,
}

impl Default for BTree {
    fn default() -> Self {
        BTree { root: Rc::new(Node::Leaf(Entries::default())), len: 0, key_bytes: 0 }
    }
}

/// An entry as walks visit it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<'a> {
    /// The encoded key.
    pub key: &'a [u8],
    /// The type bits that the key encoding drops.
    pub type_bits: &'a [u8],
    /// The record id.
    pub record: RecordId,
}

impl BTree {
    /// Number of entries.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the tree is empty.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the total size of keys and type bits in bytes.
    pub fn key_bytes(&self) -> usize {
        self.key_bytes
    }

    /// Returns the memory for keys, record ids and node bookkeeping, in bytes.
    pub fn memory_bytes(&self) -> usize {
        self.key_bytes
            + self.len * (size_of::<u64>() + size_of::<u32>() + size_of::<u8>() + size_of::<RecordId>())
    }

    /// Adds an entry. Returns `false` if it already exists. `type_bits` must have at most 255 bytes.
    pub fn insert(&mut self, key: &[u8], type_bits: &[u8], record: RecordId) -> bool {
        let (added, split) = insert(Rc::make_mut(&mut self.root), key, type_bits, record);
        if let Some((separator, right)) = split {
            let mut separators = Entries::default();
            separators.insert(0, &separator.0, &[], separator.1);
            let left = std::mem::replace(&mut self.root, Rc::new(Node::Leaf(Entries::default())));
            self.root = Rc::new(Node::Inner { separators, children: vec![left, right] });
        }
        if added {
            self.len += 1;
            self.key_bytes += key.len() + type_bits.len();
        }
        added
    }

    /// Removes an entry. Returns whether it existed.
    pub fn remove(&mut self, key: &[u8], record: RecordId) -> bool {
        let Some(bytes) = remove(Rc::make_mut(&mut self.root), key, record) else { return false };
        self.len -= 1;
        self.key_bytes -= bytes;
        while let Node::Inner { children, .. } = &*self.root {
            match children.as_slice() {
                [only] => self.root = only.clone(),
                [] => self.root = Rc::new(Node::Leaf(Entries::default())),
                _ => break,
            }
        }
        true
    }

    /// Returns the first entry at or after (key, record).
    pub fn seek(&self, key: &[u8], record: RecordId) -> Option<Entry<'_>> {
        let mut found = None;
        self.walk_from(key, record, |entry| {
            found = Some(entry);
            ControlFlow::Break(())
        });
        found
    }

    /// Visits the records of all keys with the prefix `start`, in key order.
    pub fn walk_under(&self, start: &[u8], mut visit: impl FnMut(RecordId)) {
        self.walk_from(start, 0, |entry| match entry.key.get(..start.len()) {
            Some(beginning) if compare_keys(beginning, start).is_eq() => {
                visit(entry.record);
                ControlFlow::Continue(())
            }
            _ => ControlFlow::Break(()),
        });
    }

    /// Visits the entries from (key, record) on in ascending order, until `visit` breaks.
    pub fn walk_from<'a>(
        &'a self,
        key: &[u8],
        record: RecordId,
        mut visit: impl FnMut(Entry<'a>) -> ControlFlow<()>,
    ) {
        let _ = walk(&self.root, Some((key, record)), &mut visit);
    }

    /// Visits the entries before (key, record) in descending order, until `visit` breaks.
    pub fn walk_back_from<'a>(
        &'a self,
        key: &[u8],
        record: RecordId,
        mut visit: impl FnMut(Entry<'a>) -> ControlFlow<()>,
    ) {
        let _ = walk_back(&self.root, Some((key, record)), &mut visit);
    }

    /// Visits all entries in descending order, until `visit` breaks.
    pub fn walk_back<'a>(&'a self, mut visit: impl FnMut(Entry<'a>) -> ControlFlow<()>) {
        let _ = walk_back(&self.root, None, &mut visit);
    }
}

type Split = Option<((Vec<u8>, RecordId), Rc<Node>)>;

fn insert(node: &mut Node, key: &[u8], bits: &[u8], record: RecordId) -> (bool, Split) {
    match node {
        Node::Leaf(entries) => {
            let at = entries.lower_bound(key, record);
            if at < entries.len() && entries.compare(at, key, record) == Ordering::Equal {
                return (false, None);
            }
            entries.insert(at, key, bits, record);
            if entries.len() <= MAX_ENTRIES {
                return (true, None);
            }
            // When keys are appended in order, the common case, full leaves stay behind.
            let middle = if at + 1 == entries.len() { entries.len() - 1 } else { entries.len() / 2 };
            let right = entries.split_off(middle);
            let separator = (right.key(0).to_vec(), right.records[0]);
            (true, Some((separator, Rc::new(Node::Leaf(right)))))
        }
        Node::Inner { separators, children } => {
            let at = child_index(separators, key, record);
            let (added, split) = insert(Rc::make_mut(&mut children[at]), key, bits, record);
            if let Some((separator, right)) = split {
                separators.insert(at, &separator.0, &[], separator.1);
                children.insert(at + 1, right);
            }
            if children.len() <= MAX_ENTRIES {
                return (added, None);
            }
            let middle = if at + 2 == children.len() { children.len() - 2 } else { children.len() / 2 };
            let right_children = children.split_off(middle);
            let mut right_separators = separators.split_off(middle - 1);
            let promoted = (right_separators.key(0).to_vec(), right_separators.records[0]);
            right_separators.remove(0);
            let right = Node::Inner { separators: right_separators, children: right_children };
            (added, Some((promoted, Rc::new(right))))
        }
    }
}

/// Returns the child that may contain (key, record). Entries right of a separator are not less than it.
fn child_index(separators: &Entries, key: &[u8], record: RecordId) -> usize {
    let at = separators.lower_bound(key, record);
    if at < separators.len() && separators.compare(at, key, record) == Ordering::Equal { at + 1 } else { at }
}

/// Removes an entry, and returns its size in bytes. Nodes are dropped when empty but never rebalanced,
/// since new keys usually follow.
fn remove(node: &mut Node, key: &[u8], record: RecordId) -> Option<usize> {
    match node {
        Node::Leaf(entries) => {
            let at = entries.lower_bound(key, record);
            if at >= entries.len() || entries.compare(at, key, record) != Ordering::Equal {
                return None;
            }
            let bytes = entries.ends[at] as usize - entries.start(at);
            entries.remove(at);
            Some(bytes)
        }
        Node::Inner { separators, children } => {
            let at = child_index(separators, key, record);
            let bytes = remove(Rc::make_mut(&mut children[at]), key, record)?;
            let emptied = match &*children[at] {
                Node::Leaf(entries) => entries.len() == 0,
                Node::Inner { children, .. } => children.is_empty(),
            };
            if emptied {
                children.remove(at);
                if separators.len() > 0 {
                    separators.remove(at.saturating_sub(1));
                }
            }
            Some(bytes)
        }
    }
}

type Position<'k> = Option<(&'k [u8], RecordId)>;

fn walk<'a>(
    node: &'a Node,
    from: Position<'_>,
    visit: &mut impl FnMut(Entry<'a>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    match node {
        Node::Leaf(entries) => {
            let start = from.map_or(0, |(key, record)| entries.lower_bound(key, record));
            for i in start..entries.len() {
                visit(Entry {
                    key: entries.key(i),
                    type_bits: entries.type_bits(i),
                    record: entries.records[i],
                })?;
            }
        }
        Node::Inner { separators, children } => {
            let start = from.map_or(0, |(key, record)| child_index(separators, key, record));
            for (i, child) in children.iter().enumerate().skip(start) {
                walk(child, if i == start { from } else { None }, visit)?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn walk_back<'a>(
    node: &'a Node,
    before: Position<'_>,
    visit: &mut impl FnMut(Entry<'a>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    match node {
        Node::Leaf(entries) => {
            let end = before.map_or(entries.len(), |(key, record)| entries.lower_bound(key, record));
            for i in (0..end).rev() {
                visit(Entry {
                    key: entries.key(i),
                    type_bits: entries.type_bits(i),
                    record: entries.records[i],
                })?;
            }
        }
        Node::Inner { separators, children } => {
            let end = before.map_or(children.len() - 1, |(key, record)| child_index(separators, key, record));
            for (i, child) in children.iter().enumerate().take(end + 1).rev() {
                walk_back(child, if i == end { before } else { None }, visit)?;
            }
        }
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// Short keys, and keys that differ near the end of a key prefix.
    fn key() -> impl Strategy<Value = Vec<u8>> {
        let long = (prop::collection::vec(0u8..2, 0..3), 5usize..9);
        prop_oneof![
            prop::collection::vec(0u8..4, 0..4),
            long.prop_map(|(end, zeros)| [vec![0; zeros], end].concat()),
        ]
    }

    fn contents(tree: &BTree) -> Vec<(Vec<u8>, RecordId)> {
        let mut out = Vec::new();
        tree.walk_from(&[], 0, |entry| {
            out.push((entry.key.to_vec(), entry.record));
            ControlFlow::Continue(())
        });
        out
    }

    proptest! {
        #[test]
        fn keys_compare_as_slices(
            common in prop::collection::vec(any::<u8>(), 0..20),
            (a, b) in (prop::collection::vec(0u8..3, 0..20), prop::collection::vec(0u8..3, 0..20)),
        ) {
            let (a, b) = ([common.clone(), a].concat(), [common, b].concat());
            prop_assert_eq!(compare_keys(&a, &b), a.cmp(&b));
        }

        #[test]
        fn walk_under_visits_keys_with_the_prefix(
            entries in prop::collection::btree_set((prop::collection::vec(0u8..3, 0..12), 0u32..5), 0..400),
            start in prop::collection::vec(0u8..3, 0..10),
        ) {
            let mut tree = BTree::default();
            for (key, record) in &entries {
                tree.insert(key, &[7], *record);
            }
            let mut found = Vec::new();
            tree.walk_under(&start, |record| found.push(record));
            let expected = entries.iter().filter(|(key, _)| key.starts_with(&start));
            prop_assert_eq!(found, expected.map(|(_, record)| *record).collect::<Vec<_>>());
        }
    }

    #[test]
    fn type_bits_stay_with_their_key() {
        let mut tree = BTree::default();
        tree.insert(b"k", b"xy", 1);
        tree.insert(b"k", b"", 0);
        let first = tree.seek(b"k", 0).unwrap();
        assert_eq!((first.record, first.type_bits), (0, &b""[..]));
        let second = tree.seek(b"k", 1).unwrap();
        assert_eq!((second.key, second.type_bits), (&b"k"[..], &b"xy"[..]));
        assert_eq!(tree.key_bytes(), 4);
    }

    #[test]
    fn snapshots_do_not_see_later_writes() {
        let mut tree = BTree::default();
        for i in 0..5000u32 {
            tree.insert(&i.to_be_bytes(), &[], i);
        }
        let snapshot = tree.clone();
        for i in (0..5000u32).step_by(2) {
            assert!(tree.remove(&i.to_be_bytes(), i));
        }
        assert_eq!(snapshot.len(), 5000);
        assert_eq!(contents(&snapshot).len(), 5000);
        assert_eq!(contents(&tree).len(), 2500);
    }

    proptest! {
        #[test]
        fn behaves_as_an_ordered_set(
            operations in prop::collection::vec((any::<bool>(), key(), 0u32..50), 1..2000),
            probe in key(),
        ) {
            let mut tree = BTree::default();
            let mut model = BTreeSet::new();
            for (add, key, record) in operations {
                if add {
                    prop_assert_eq!(tree.insert(&key, &[], record), model.insert((key, record)));
                } else {
                    prop_assert_eq!(tree.remove(&key, record), model.remove(&(key, record)));
                }
            }
            prop_assert_eq!(tree.len(), model.len());
            prop_assert!(contents(&tree).into_iter().eq(model.iter().cloned()));
            let probe = (probe, 25u32);
            let mut back = Vec::new();
            tree.walk_back_from(&probe.0, probe.1, |e| { back.push((e.key.to_vec(), e.record)); ControlFlow::Continue(()) });
            prop_assert!(back.into_iter().eq(model.range(..probe.clone()).rev().cloned()));
            prop_assert_eq!(tree.seek(&probe.0, probe.1).map(|e| (e.key.to_vec(), e.record)), model.range(probe..).next().cloned());
        }
    }
}
