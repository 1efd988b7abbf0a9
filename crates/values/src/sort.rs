//! Sorting that compiles one copy of the algorithm for all types.

use std::cmp::Ordering;

/// Sorts stably.
///
/// The library's sort is compiled for each type and comparison, at 10 kB each. This function sorts
/// positions instead, which costs an allocation. Use the library's sort where sorting dominates the time.
pub fn sort_by<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    if items.len() < 2 {
        return;
    }
    let mut order = sorted_positions(items.len(), &mut |a, b| compare(&items[a], &items[b]));
    // Walk each cycle of positions once. A position that equals itself is done.
    for first in 0..order.len() {
        let mut place = first;
        loop {
            let from = std::mem::replace(&mut order[place], place);
            if from == first {
                break;
            }
            items.swap(place, from);
            place = from;
        }
    }
}

/// Sorts by the type's own order, stably.
pub fn sort<T: Ord>(items: &mut [T]) {
    sort_by(items, T::cmp);
}

/// Returns the positions of `count` items in sorted order, stably.
pub fn sorted_positions(count: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order = Vec::from_iter(0..count);
    order.sort_by(|a, b| compare(*a, *b));
    order
}

/// Returns the rank of each item. Equal items have equal ranks.
pub fn ranks_of<T: Ord>(items: &[T]) -> Vec<u64> {
    let order = sorted_positions(items.len(), &mut |a, b| items[a].cmp(&items[b]));
    let mut ranks = vec![0; items.len()];
    let mut rank = 0;
    for pair in order.windows(2) {
        rank += u64::from(items[pair[0]] != items[pair[1]]);
        ranks[pair[1]] = rank;
    }
    ranks
}

/// Sorts items by the bytes of their keys, stably.
///
/// Compares keys by their first eight bytes as a number, stored contiguously, and reads the rest only if
/// these are equal.
pub fn in_order_of_keys<T>(items: Vec<T>, key: impl Fn(&T) -> &[u8]) -> Vec<T> {
    let keys: Vec<&[u8]> = items.iter().map(key).collect();
    let order = positions_by_keys(&keys);
    let mut items: Vec<Option<T>> = items.into_iter().map(Some).collect();
    order.into_iter().filter_map(|at| items.get_mut(at as usize)?.take()).collect()
}

fn positions_by_keys(keys: &[&[u8]]) -> Vec<u32> {
    let mut order: Vec<(u64, u32)> = keys.iter().map(|key| key_prefix(key)).zip(0..).collect();
    order.sort_unstable_by(|a, b| {
        a.0.cmp(&b.0).then_with(|| keys[a.1 as usize].cmp(keys[b.1 as usize])).then(a.1.cmp(&b.1))
    });
    order.into_iter().map(|(_, at)| at).collect()
}

/// Returns the first eight bytes as a number, padded with zeros. Keys with different prefixes are in the
/// order of their prefixes.
pub fn key_prefix(bytes: &[u8]) -> u64 {
    if let Some(first) = bytes.first_chunk() {
        return u64::from_be_bytes(*first);
    }
    let mut first = [0; 8];
    first.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
    u64::from_be_bytes(first)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{in_order_of_keys, sort_by};

    proptest! {
        #[test]
        fn sorts_as_the_library_does(items in prop::collection::vec((0..20u8, any::<u8>()), 0..80)) {
            let mut expected = items.clone();
            expected.sort_by_key(|item| item.0);
            let mut sorted = items;
            sort_by(&mut sorted, |a, b| a.0.cmp(&b.0));
            prop_assert_eq!(sorted, expected);
        }

        #[test]
        fn keys_are_in_the_order_of_their_bytes(keys in prop::collection::vec(prop::collection::vec(0..3u8, 0..12), 0..60)) {
            let items: Vec<(Vec<u8>, usize)> = keys.into_iter().zip(0..).collect();
            let mut expected = items.clone();
            expected.sort();
            prop_assert_eq!(in_order_of_keys(items, |item| &item.0), expected);
        }
    }
}
