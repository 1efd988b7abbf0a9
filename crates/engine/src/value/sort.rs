//! Sorting with one copy of the algorithm for all types.

use std::cmp::Ordering;

/// Sorts, keeping equal items in order.
///
/// The library's own sort is compiled again for each type and comparison, at 10 kB
/// each; this sorts positions instead, which costs an allocation. Where sorting is
/// what takes the time, the library's sort is the right one.
pub fn sort_by<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    if items.len() < 2 {
        return;
    }
    let mut order = sorted_positions(items.len(), &mut |a, b| compare(&items[a], &items[b]));
    // Each round of places is walked once; a place that is its own has been filled.
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

/// Sorts by the order of the type itself.
pub fn sort<T: Ord>(items: &mut [T]) {
    sort_by(items, T::cmp);
}

/// The positions of so many items in their order, equal ones as they stand.
pub fn sorted_positions(count: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order = Vec::from_iter(0..count);
    order.sort_by(|a, b| compare(*a, *b));
    order
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::sort_by;

    proptest! {
        #[test]
        fn sorts_as_the_library_does(items in prop::collection::vec((0..20u8, any::<u8>()), 0..80)) {
            let mut expected = items.clone();
            expected.sort_by_key(|item| item.0);
            let mut sorted = items;
            sort_by(&mut sorted, |a, b| a.0.cmp(&b.0));
            prop_assert_eq!(sorted, expected);
        }
    }
}
