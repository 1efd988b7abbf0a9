//! The record store: a collection's documents by record id.
//!
//! Records are BSON bytes in 64 KiB segments, addressed by record id. Ids ascend in insertion order and are
//! never reused, so id order is the natural order. Segments and slot pages are shared between snapshots and
//! copied on the first write after one. Taking a snapshot costs nothing, and a restore discards only as
//! much as was written.
//!
//! Slots: a new record gets a slot of its size rounded up to 32 bytes. An update that fits the slot is
//! written in place. One that doesn't moves the record to a slot a quarter larger than its size, which the
//! `moved` meter counts.

use std::ops::Range;
use std::rc::Rc;

use crate::headroom::Headroom;

/// The id of a record within its collection. Ids ascend in insertion order.
pub type RecordId = u32;

/// Maximum number of ids, so that computed ids can't overflow.
const MAX_IDS: RecordId = RecordId::MAX / 2;

const SEGMENT_BYTES: usize = 64 * 1024;
/// The number of ids per page of slots.
pub const PAGE_SLOTS: usize = 1024;

#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    segment: u32,
    offset: u32,
    /// Zero if the record is deleted.
    length: u32,
    capacity: u32,
}

#[derive(Clone, Debug, Default)]
struct Page {
    slots: Vec<Slot>,
    live: usize,
    /// Total size of the page's documents.
    bytes: u64,
}

impl Page {
    /// Whether every slot has a record.
    fn is_full(&self) -> bool {
        self.live == self.slots.len()
    }

    fn set(&mut self, at: usize, slot: Slot) {
        if let Some(old) = self.slots.get_mut(at) {
            self.bytes = self.bytes - u64::from(old.length) + u64::from(slot.length);
            *old = slot;
        }
    }
}

#[derive(Clone, Debug, Default)]
struct Segment {
    bytes: Vec<u8>,
    live_bytes: usize,
}

/// The records of one collection.
#[derive(Clone, Debug, Default)]
pub struct RecordStore {
    segments: Vec<Rc<Segment>>,
    /// A page without records is dropped, so that scans skip it.
    pages: Vec<Option<Rc<Page>>>,
    next_id: RecordId,
    count: usize,
    data_bytes: usize,
    /// Total capacity of the slots in use.
    slot_bytes: usize,
    /// Total capacity of all slots, including dead ones.
    held_bytes: usize,
    headroom: Headroom,
}

/// Iterates over records and their documents, in natural order.
pub struct RecordIter<'s> {
    store: &'s RecordStore,
    /// The remaining slots of the current page.
    slots: std::slice::Iter<'s, Slot>,
    /// The record id of the first remaining slot.
    id: RecordId,
    next_page: usize,
}

impl<'s> Iterator for RecordIter<'s> {
    type Item = (RecordId, &'s [u8]);

    fn next(&mut self) -> Option<(RecordId, &'s [u8])> {
        loop {
            for slot in self.slots.by_ref() {
                let id = self.id;
                self.id += 1;
                if slot.length > 0 {
                    let offset = slot.offset as usize;
                    let segment = self.store.segments.get(slot.segment as usize)?;
                    return Some((id, segment.bytes.get(offset..offset + slot.length as usize)?));
                }
            }
            let page = self.store.pages.get(self.next_page)?;
            self.slots = page.as_deref().map_or(&[][..], |page| &page.slots).iter();
            self.id = (self.next_page * PAGE_SLOTS) as RecordId;
            self.next_page += 1;
        }
    }
}

/// The result of an update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// Written in place.
    InPlace,
    /// The record outgrew its slot and was moved.
    Moved,
}

impl RecordStore {
    /// Returns the number of records.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether the store is empty.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the total size of all documents.
    pub fn data_bytes(&self) -> usize {
        self.data_bytes
    }

    /// Returns the memory for documents, including padding and free space.
    pub fn storage_bytes(&self) -> usize {
        self.segments.iter().map(|s| s.bytes.capacity()).sum::<usize>()
            + self.pages.iter().flatten().map(|p| p.slots.capacity() * size_of::<Slot>()).sum::<usize>()
    }

    /// Returns the id after the last one used.
    pub fn end(&self) -> RecordId {
        self.next_id
    }

    /// Whether no id is left.
    pub fn is_exhausted(&self) -> bool {
        self.next_id >= MAX_IDS
    }

    /// Returns the document of a record.
    #[inline]
    pub fn get(&self, id: RecordId) -> Option<&[u8]> {
        let slot = self.slot(id)?;
        let start = slot.offset as usize;
        self.segments.get(slot.segment as usize)?.bytes.get(start..start + slot.length as usize)
    }

    #[inline]
    fn slot(&self, id: RecordId) -> Option<Slot> {
        let page = self.pages.get(id as usize / PAGE_SLOTS)?.as_ref()?;
        page.slots.get(id as usize % PAGE_SLOTS).copied().filter(|slot| slot.length > 0)
    }

    /// Returns the size of a record's document in bytes.
    #[inline]
    pub fn length(&self, id: RecordId) -> Option<usize> {
        self.slot(id).map(|slot| slot.length as usize)
    }

    /// Returns the first record at or after `from`.
    #[inline]
    pub fn next_from(&self, from: RecordId) -> Option<(RecordId, &[u8])> {
        self.iter_from(from).next()
    }

    /// Returns the last record before `before`.
    pub fn previous_before(&self, before: RecordId) -> Option<(RecordId, &[u8])> {
        let mut end = before.min(self.next_id);
        while end > 0 {
            let page_index = (end - 1) / PAGE_SLOTS as RecordId;
            let first = page_index * PAGE_SLOTS as RecordId;
            if let Some(Some(page)) = self.pages.get(page_index as usize) {
                let upto = (end - first) as usize;
                if let Some(at) = page.slots.iter().take(upto).rposition(|slot| slot.length > 0) {
                    let id = first + at as RecordId;
                    return self.get(id).map(|bytes| (id, bytes));
                }
            }
            end = first;
        }
        None
    }

    /// Returns number and total size of the documents in a range of ids. Whole pages store theirs.
    pub fn measure(&self, from: RecordId, to: RecordId) -> (u64, u64) {
        let (mut count, mut bytes) = (0, 0);
        for (page, slots) in self.pages_of(from, to) {
            let slots = slots.start..slots.end.min(page.slots.len());
            if slots == (0..page.slots.len()) {
                count += page.live as u64;
                bytes += page.bytes;
                continue;
            }
            for slot in page.slots.get(slots).unwrap_or(&[]) {
                count += u64::from(slot.length > 0);
                bytes += u64::from(slot.length);
            }
        }
        (count, bytes)
    }

    /// Returns the pages that overlap a range of ids, with the slots inside it.
    fn pages_of(&self, from: RecordId, to: RecordId) -> impl Iterator<Item = (&Page, Range<usize>)> {
        let slots = PAGE_SLOTS as RecordId;
        let to = to.min(self.next_id);
        let pages = (from / slots..to.div_ceil(slots)).filter(move |_| from < to);
        pages.filter_map(move |at| {
            let first = at * slots;
            let range = from.saturating_sub(first)..(to - first).min(slots);
            let page = self.pages.get(at as usize)?.as_deref()?;
            Some((page, range.start as usize..range.end as usize))
        })
    }

    /// Appends the ids in a range that have a record.
    pub fn ids(&self, range: Range<RecordId>, out: &mut Vec<RecordId>) {
        if self.has_all(&range) {
            out.extend(range);
        } else {
            out.extend(range.filter(|id| self.contains(*id)));
        }
    }

    /// Removes the ids of a range that have no record from a list, starting at position `from`.
    pub fn keep_present(&self, range: &Range<RecordId>, ids: &mut Vec<RecordId>, from: usize) {
        if self.has_all(range) {
            return;
        }
        let mut kept = from;
        for at in from..ids.len() {
            let id = ids[at];
            ids[kept] = id;
            kept += usize::from(self.contains(id));
        }
        ids.truncate(kept);
    }

    /// Whether every id of the range has a record.
    fn has_all(&self, range: &Range<RecordId>) -> bool {
        let present = self.pages_of(range.start, range.end).filter(|(page, _)| page.is_full());
        range.end <= self.next_id
            && present.map(|(_, slots)| slots.len() as RecordId).sum::<RecordId>()
                == range.end.saturating_sub(range.start)
    }

    /// Whether the record exists.
    #[inline]
    pub fn contains(&self, id: RecordId) -> bool {
        self.slot(id).is_some()
    }

    /// Iterates over all records in natural order.
    pub fn iter(&self) -> RecordIter<'_> {
        self.iter_from(0)
    }

    /// Iterates over the records at or after `from` in natural order.
    pub fn iter_from(&self, from: RecordId) -> RecordIter<'_> {
        let page = from as usize / PAGE_SLOTS;
        let slots = self.pages.get(page).and_then(Option::as_deref).map_or(&[][..], |page| &page.slots);
        let slots = slots.get(from as usize % PAGE_SLOTS..).unwrap_or_default();
        RecordIter { store: self, slots: slots.iter(), id: from, next_page: page + 1 }
    }

    /// Stores a document under the next id.
    pub fn insert(&mut self, document: &[u8]) -> RecordId {
        let id = self.next_id;
        self.next_id += 1;
        let slot = self.place(document, document.len().next_multiple_of(32));
        let page_index = id as usize / PAGE_SLOTS;
        if page_index >= self.pages.len() {
            self.pages.resize(page_index + 1, None);
        }
        let page = Rc::make_mut(self.pages[page_index].get_or_insert_default());
        page.slots.resize(id as usize % PAGE_SLOTS, Slot::default());
        page.slots.push(slot);
        page.bytes += u64::from(slot.length);
        page.live += 1;
        self.count += 1;
        self.data_bytes += document.len();
        id
    }

    /// Replaces a document; `None` when the record does not exist.
    pub fn update(&mut self, id: RecordId, document: &[u8]) -> Option<Placement> {
        let old = self.slot(id)?;
        let (slot, placement) = if document.len() <= old.capacity as usize {
            let segment = Rc::make_mut(self.segments.get_mut(old.segment as usize)?);
            let start = old.offset as usize;
            segment.bytes.get_mut(start..start + document.len())?.copy_from_slice(document);
            (Slot { length: document.len() as u32, ..old }, Placement::InPlace)
        } else {
            self.release(old);
            let capacity = (document.len() + document.len() / 4).next_multiple_of(32);
            (self.place(document, capacity), Placement::Moved)
        };
        self.data_bytes = self.data_bytes - old.length as usize + document.len();
        self.set_slot(id, slot);
        self.compact_if_wasteful();
        Some(placement)
    }

    /// Overwrites bytes inside a document without changing its size; `None` when the record does not exist
    /// or the range exceeds the document.
    pub fn patch(&mut self, id: RecordId, offset: usize, bytes: &[u8]) -> Option<()> {
        let slot = self.slot(id)?;
        let end = offset.checked_add(bytes.len())?;
        if end > slot.length as usize {
            return None;
        }
        let segment = Rc::make_mut(self.segments.get_mut(slot.segment as usize)?);
        let start = slot.offset as usize;
        segment.bytes.get_mut(start + offset..start + end)?.copy_from_slice(bytes);
        Some(())
    }

    /// Removes a record. Returns whether it existed.
    pub fn remove(&mut self, id: RecordId) -> bool {
        let Some(slot) = self.slot(id) else { return false };
        self.release(slot);
        self.count -= 1;
        self.data_bytes -= slot.length as usize;
        let entry = &mut self.pages[id as usize / PAGE_SLOTS];
        let mut emptied = false;
        if let Some(page) = entry {
            let page = Rc::make_mut(page);
            page.set(id as usize % PAGE_SLOTS, Slot::default());
            page.live -= 1;
            // The last page still receives inserts.
            emptied = page.live == 0 && page.slots.len() == PAGE_SLOTS;
        }
        if emptied {
            *entry = None;
        }
        self.compact_if_wasteful();
        true
    }

    fn set_slot(&mut self, id: RecordId, slot: Slot) {
        if let Some(page) = &mut self.pages[id as usize / PAGE_SLOTS] {
            Rc::make_mut(page).set(id as usize % PAGE_SLOTS, slot);
        }
    }

    fn place(&mut self, document: &[u8], capacity: usize) -> Slot {
        let fits = self.segments.last().is_some_and(|s| s.bytes.len() + capacity <= SEGMENT_BYTES);
        if !fits {
            self.headroom.hold(self.held_bytes.max(self.segments.len() * SEGMENT_BYTES));
            let bytes = Vec::with_capacity(capacity.max(SEGMENT_BYTES));
            self.segments.push(Rc::new(Segment { bytes, live_bytes: 0 }));
        }
        let index = self.segments.len() - 1;
        let segment = Rc::make_mut(&mut self.segments[index]);
        if segment.bytes.capacity() < segment.bytes.len() + capacity {
            // A copy made for a snapshot has no spare capacity.
            segment.bytes.reserve_exact(capacity.max(SEGMENT_BYTES) - segment.bytes.len());
        }
        let offset = segment.bytes.len();
        segment.bytes.extend_from_slice(document);
        segment.bytes.resize(offset + capacity, 0);
        segment.live_bytes += capacity;
        self.slot_bytes += capacity;
        self.held_bytes += capacity;
        Slot {
            segment: index as u32,
            offset: offset as u32,
            length: document.len() as u32,
            capacity: capacity as u32,
        }
    }

    fn release(&mut self, slot: Slot) {
        self.slot_bytes -= slot.capacity as usize;
        let last = self.segments.len() - 1;
        let segment = &mut self.segments[slot.segment as usize];
        let live = segment.live_bytes - slot.capacity as usize;
        if live == 0 && slot.segment as usize != last {
            self.held_bytes -= segment.bytes.len();
            *segment = Rc::default();
        } else {
            Rc::make_mut(segment).live_bytes = live;
        }
    }

    /// Rewrites the store when dead slots outweigh live ones, which spreads the cost over the writes that
    /// caused them.
    fn compact_if_wasteful(&mut self) {
        if self.held_bytes < self.slot_bytes * 2 + 1024 * 1024 {
            return;
        }
        let old = std::mem::take(&mut self.segments);
        self.slot_bytes = 0;
        self.held_bytes = 0;
        for page_index in 0..self.pages.len() {
            let Some(page) = self.pages[page_index].clone() else { continue };
            for (i, slot) in page.slots.iter().enumerate().filter(|(_, slot)| slot.length > 0) {
                let start = slot.offset as usize;
                let bytes = &old[slot.segment as usize].bytes[start..start + slot.length as usize];
                let moved = self.place(bytes, slot.capacity as usize);
                self.set_slot((page_index * PAGE_SLOTS + i) as RecordId, moved);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    #[test]
    fn a_snapshot_keeps_its_contents() {
        let mut store = RecordStore::default();
        let ids: Vec<_> = (0..3000u32).map(|i| store.insert(&i.to_le_bytes())).collect();
        let snapshot = store.clone();
        store.update(ids[5], &[1; 500]);
        store.remove(ids[6]);
        assert_eq!(snapshot.get(ids[5]), Some(&5u32.to_le_bytes()[..]));
        assert_eq!(snapshot.len(), 3000);
        assert_eq!(store.len(), 2999);
        assert_eq!(store.get(ids[6]), None);
    }

    #[test]
    fn outgrowing_the_slot_moves_the_record() {
        let mut store = RecordStore::default();
        let id = store.insert(&[1; 30]);
        assert_eq!(store.update(id, &[2; 32]), Some(Placement::InPlace));
        assert_eq!(store.update(id, &[3; 33]), Some(Placement::Moved));
        assert_eq!(store.get(id), Some(&[3; 33][..]));
    }

    #[test]
    fn ids_run_out_before_they_overflow() {
        let mut store = RecordStore { next_id: MAX_IDS - 1, ..RecordStore::default() };
        assert!(!store.is_exhausted());
        let id = store.insert(&[1; 30]);
        assert!(store.is_exhausted());
        assert_eq!(store.next_from(0), Some((id, &[1; 30][..])));
        assert_eq!(store.next_from(id + 1), None);
    }

    /// Builds a store of more than two pages, without the ids that `gone` selects.
    fn with_gaps(gone: impl Fn(RecordId) -> bool) -> (RecordStore, BTreeMap<RecordId, u64>) {
        let mut store = RecordStore::default();
        let mut model = BTreeMap::new();
        for i in 0..2500 {
            let id = store.insert(&vec![1; 8 + i % 90]);
            model.insert(id, 8 + i as u64 % 90);
        }
        for id in (0..store.end()).filter(|id| gone(*id)) {
            store.remove(id);
            model.remove(&id);
        }
        for id in model.keys().copied().filter(|id| id % 17 == 3).collect::<Vec<_>>() {
            store.update(id, &vec![2; 8 + id as usize % 300]);
            model.insert(id, 8 + u64::from(id) % 300);
        }
        (store, model)
    }

    #[test]
    fn range_operations_agree_with_single_records() {
        let patterns: [fn(RecordId) -> bool; 5] =
            [|_| false, |id| id == 5, |id| id < 1024, |id| (1000..2200).contains(&id), |id| id % 3 == 0];
        for gone in patterns {
            let (store, model) = with_gaps(gone);
            for from in [0, 1, 1023, 1024, 1025, 2048, 2499, 2500, 4000] {
                for to in [0, 5, 1024, 1030, 2048, 2499, 2500, 2501, 9000] {
                    let expected: Vec<_> = model.range(from..to.max(from)).collect();
                    let bytes = expected.iter().map(|(_, bytes)| **bytes).sum();
                    assert_eq!(store.measure(from, to), (expected.len() as u64, bytes), "{from}..{to}");
                    let expected: Vec<RecordId> = expected.into_iter().map(|(id, _)| *id).collect();
                    let mut listed = vec![7];
                    store.ids(from..to, &mut listed);
                    assert_eq!(listed[1..], expected, "{from}..{to}");
                    let mut kept: Vec<RecordId> = [7].into_iter().chain(from..to).collect();
                    store.keep_present(&(from..to), &mut kept, 1);
                    assert_eq!(kept, listed, "{from}..{to}");
                }
            }
        }
    }

    proptest! {
        #[test]
        fn behaves_as_an_ordered_map(operations in prop::collection::vec((0u8..3, 0usize..40, 1usize..3000), 1..300)) {
            let mut store = RecordStore::default();
            let mut model: BTreeMap<RecordId, Vec<u8>> = BTreeMap::new();
            for (kind, pick, size) in operations {
                let known = model.keys().nth(pick % model.len().max(1)).copied();
                match (kind, known) {
                    (0, _) | (_, None) => {
                        let bytes = vec![size as u8; size];
                        let id = store.insert(&bytes);
                        model.insert(id, bytes);
                    }
                    (1, Some(id)) => {
                        let bytes = vec![(size / 7) as u8; size];
                        prop_assert!(store.update(id, &bytes).is_some());
                        model.insert(id, bytes);
                    }
                    (_, Some(id)) => {
                        prop_assert!(store.remove(id));
                        model.remove(&id);
                    }
                }
            }
            let stored: BTreeMap<RecordId, Vec<u8>> = store.iter().map(|(id, b)| (id, b.to_vec())).collect();
            prop_assert_eq!(&stored, &model);
            let mut backward = Vec::new();
            let mut before = store.end();
            while let Some((id, _)) = store.previous_before(before) {
                backward.push(id);
                before = id;
            }
            prop_assert!(backward.iter().rev().eq(model.keys()));
            prop_assert_eq!(store.data_bytes(), model.values().map(Vec::len).sum::<usize>());
            for id in 0..store.end() {
                let behind = store.iter_from(id).map(|(id, _)| id).eq(model.range(id..).map(|(id, _)| *id));
                prop_assert!(behind, "behind {}", id);
                prop_assert_eq!(store.length(id), model.get(&id).map(Vec::len));
            }
        }
    }
}
