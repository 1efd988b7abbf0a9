//! The size of an update's entry in the oplog. The oplog describes a pipeline's change by the difference of the two
//! documents. If that isn't smaller, the entry contains the whole result, and so does the event: a `replace` for a
//! document, the whole value within a document
//! (<https://www.mongodb.com/docs/manual/reference/change-events/replace/>).

use crate::value::{Element, RawDoc, RawValue};

/// The size of an empty document.
const EMPTY: usize = 5;

/// The size of an entry without the difference.
const ENTRY_OVERHEAD: usize = 15;

/// Whether the oplog contains the difference of two documents rather than the new one.
pub(super) fn is_update(old: RawDoc<'_>, new: RawDoc<'_>) -> bool {
    of_documents(old, new, ENTRY_OVERHEAD).is_some()
}

/// Whether the oplog contains the difference of two values rather than the new one.
pub(super) fn is_inside(old: RawValue<'_>, new: RawValue<'_>) -> bool {
    of_values(old, new).is_some()
}

/// Pairs each element of the new document with its old value. Both documents are traversed once, in order,
/// so a field that moved towards the front counts as new.
pub(super) fn pairs<'a>(
    old: RawDoc<'a>,
    new: RawDoc<'a>,
) -> impl Iterator<Item = (Option<RawValue<'a>>, Element<'a>)> {
    let mut olds = old.iter();
    new.iter().map(move |element| {
        (olds.find(|before| before.key == element.key).map(|before| before.value), element)
    })
}

fn entry(name: usize, value: usize) -> usize {
    2 + name + value
}

fn of_values(old: RawValue<'_>, new: RawValue<'_>) -> Option<usize> {
    match (old.as_document(), new.as_document()) {
        (Some(old), Some(new)) => of_documents(old, new, 0),
        _ => of_arrays(old.as_array()?, new.as_array()?),
    }
}

fn is_same(old: RawValue<'_>, new: RawValue<'_>) -> bool {
    old.tag == new.tag && old.bytes == new.bytes
}

fn of_documents(old: RawDoc<'_>, new: RawDoc<'_>, around: usize) -> Option<usize> {
    // The sizes by kind of change; each kind is an embedded document.
    let (mut removed, mut updated, mut added, mut inside) = (0, 0, 0, 0);
    for element in old.iter().filter(|element| new.get_bytes(element.key).is_none()) {
        removed += entry(element.key.len(), 1);
    }
    for (before, element) in pairs(old, new) {
        let whole = entry(element.key.len(), element.value.bytes.len());
        match before {
            None => added += whole,
            Some(before) if is_same(before, element.value) => {}
            Some(before) => match of_values(before, element.value) {
                Some(difference) => inside += entry(1 + element.key.len(), difference),
                None => updated += whole,
            },
        }
    }
    let kinds = [removed, updated, added].into_iter().filter(|kind| *kind > 0);
    let size = EMPTY + around + inside + kinds.map(|kind| entry(1, EMPTY + kind)).sum::<usize>();
    (size < new.as_bytes().len()).then_some(size)
}

fn of_arrays(old: RawDoc<'_>, new: RawDoc<'_>) -> Option<usize> {
    // The entry includes a mark that it is an array.
    let mut size = EMPTY + entry(1, 1);
    let mut olds = old.values();
    for (at, value) in new.values().enumerate() {
        let before = olds.next();
        if before.is_some_and(|before| is_same(before, value)) {
            continue;
        }
        let difference = before.and_then(|before| of_values(before, value));
        size += entry(1 + at.to_string().len(), difference.unwrap_or(value.bytes.len()));
    }
    if olds.next().is_some() {
        size += entry(1, 4);
    }
    (size < new.as_bytes().len()).then_some(size)
}
