//! Where a collection's documents live.
//!
//! Records are BSON bytes in 64 KiB segments, addressed by record id; ids ascend
//! in insertion order and are never reused, so a scan in id order is the
//! natural order. Segments and slot pages are shared between snapshots and
//! copied on the first write after one: taking a snapshot costs nothing, and
//! what a restore throws away is proportional to what was written.
//!
//! Slots: a new record gets its size rounded up to 32 bytes. An update that
//! fits the slot is written in place; one that does not moves the record to a
//! slot a quarter larger than it needs, which is what the `moved` meter counts.

use std::rc::Rc;

/// Identifies a record within its collection; ascends with insertion.
pub type RecordId = u64;

const SEGMENT_BYTES: usize = 64 * 1024;
const PAGE_SLOTS: usize = 1024;

#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    segment: u32,
    offset: u32,
    /// Zero when the record is deleted.
    length: u32,
    capacity: u32,
}

#[derive(Clone, Debug, Default)]
struct Page {
    slots: Vec<Slot>,
    live: usize,
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
    /// A page without live records is dropped, so that scans skip it.
    pages: Vec<Option<Rc<Page>>>,
    next_id: RecordId,
    count: usize,
    data_bytes: usize,
    /// Bytes of slots in use.
    slot_bytes: usize,
    /// Bytes of slots in use and of those given up.
    held_bytes: usize,
}

/// Whether an update stayed in its slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// Written in place.
    InPlace,
    /// The record outgrew its slot and was moved.
    Moved,
}

impl RecordStore {
    /// Number of records.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there is no record.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Bytes of all documents.
    pub fn data_bytes(&self) -> usize {
        self.data_bytes
    }

    /// Bytes held for documents, padding and free space included.
    pub fn storage_bytes(&self) -> usize {
        self.segments.iter().map(|s| s.bytes.capacity()).sum::<usize>()
            + self.pages.iter().flatten().map(|p| p.slots.capacity() * size_of::<Slot>()).sum::<usize>()
    }

    /// The id after the last one given.
    pub fn end(&self) -> RecordId {
        self.next_id
    }

    /// The document of a record.
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

    /// The first record at or after `from`.
    #[inline]
    pub fn next_from(&self, from: RecordId) -> Option<(RecordId, &[u8])> {
        let mut id = from;
        while id < self.next_id {
            if let Some(Some(page)) = self.pages.get(id as usize / PAGE_SLOTS) {
                let start = id as usize % PAGE_SLOTS;
                let live = page.slots.iter().enumerate().skip(start).find(|(_, slot)| slot.length > 0);
                if let Some((i, slot)) = live {
                    let offset = slot.offset as usize;
                    let segment = self.segments.get(slot.segment as usize)?;
                    let bytes = segment.bytes.get(offset..offset + slot.length as usize)?;
                    return Some((id - start as u64 + i as u64, bytes));
                }
            }
            id = (id / PAGE_SLOTS as u64 + 1) * PAGE_SLOTS as u64;
        }
        None
    }

    /// The last record before `before`.
    pub fn previous_before(&self, before: RecordId) -> Option<(RecordId, &[u8])> {
        let mut end = before.min(self.next_id);
        while end > 0 {
            let page_index = (end - 1) / PAGE_SLOTS as u64;
            let first = page_index * PAGE_SLOTS as u64;
            if let Some(Some(page)) = self.pages.get(page_index as usize) {
                let upto = (end - first) as usize;
                if let Some(at) = page.slots.iter().take(upto).rposition(|slot| slot.length > 0) {
                    let id = first + at as u64;
                    return self.get(id).map(|bytes| (id, bytes));
                }
            }
            end = first;
        }
        None
    }

    /// Number and bytes of the documents with ids in a range.
    pub fn measure(&self, from: RecordId, to: RecordId) -> (u64, u64) {
        let (mut count, mut bytes) = (0, 0);
        let mut id = from;
        while id < to.min(self.next_id) {
            let page = id as usize / PAGE_SLOTS;
            let next = ((page + 1) * PAGE_SLOTS) as RecordId;
            if let Some(Some(page)) = self.pages.get(page) {
                let start = (id as usize % PAGE_SLOTS).min(page.slots.len());
                let end = if to < next { to as usize % PAGE_SLOTS } else { PAGE_SLOTS };
                for slot in page.slots.get(start..end.min(page.slots.len())).unwrap_or(&[]) {
                    count += u64::from(slot.length > 0);
                    bytes += u64::from(slot.length);
                }
            }
            id = next;
        }
        (count, bytes)
    }

    /// Whether there is such a record.
    #[inline]
    pub fn contains(&self, id: RecordId) -> bool {
        self.slot(id).is_some()
    }

    /// All records in natural order.
    pub fn iter(&self) -> impl Iterator<Item = (RecordId, &[u8])> {
        let mut from = 0;
        std::iter::from_fn(move || {
            let (id, bytes) = self.next_from(from)?;
            from = id + 1;
            Some((id, bytes))
        })
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
        page.live += 1;
        self.count += 1;
        self.data_bytes += document.len();
        id
    }

    /// Replaces a document; `None` when there is no such record.
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

    /// Overwrites bytes inside a document, which keeps its size; `None` when
    /// the record is missing or the range leaves it.
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

    /// Removes a record; whether it was there.
    pub fn remove(&mut self, id: RecordId) -> bool {
        let Some(slot) = self.slot(id) else { return false };
        self.release(slot);
        self.count -= 1;
        self.data_bytes -= slot.length as usize;
        let entry = &mut self.pages[id as usize / PAGE_SLOTS];
        let mut emptied = false;
        if let Some(page) = entry {
            let page = Rc::make_mut(page);
            page.slots[id as usize % PAGE_SLOTS] = Slot::default();
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
            Rc::make_mut(page).slots[id as usize % PAGE_SLOTS] = slot;
        }
    }

    fn place(&mut self, document: &[u8], capacity: usize) -> Slot {
        let fits = self.segments.last().is_some_and(|s| s.bytes.len() + capacity <= SEGMENT_BYTES);
        if !fits {
            let bytes = Vec::with_capacity(capacity.max(SEGMENT_BYTES));
            self.segments.push(Rc::new(Segment { bytes, live_bytes: 0 }));
        }
        let index = self.segments.len() - 1;
        let segment = Rc::make_mut(&mut self.segments[index]);
        if segment.bytes.capacity() < segment.bytes.len() + capacity {
            // A copy made for a snapshot has only the capacity it needed.
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

    /// Rewrites the store when dead slots outweigh live ones, so that its cost
    /// is spread over the writes that made the waste.
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
                self.set_slot((page_index * PAGE_SLOTS + i) as u64, moved);
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
        }
    }
}
