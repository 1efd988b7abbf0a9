//! A map stored as a sorted list.

use std::borrow::Borrow;

/// A map of few entries, in key order.
///
/// The library's `BTreeMap` is compiled for each type of key and value, at 6 to 10 kB each. This is a list
/// with binary search. An insertion moves all later entries, so it suits sizes in the thousands:
/// collections, open cursors, sessions. A list that a script can extend arbitrarily, in any order, needs a
/// tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortedMap<K, V>(Vec<(K, V)>);

impl<K, V> Default for SortedMap<K, V> {
    fn default() -> Self {
        SortedMap(Vec::new())
    }
}

impl<K: Ord, V> SortedMap<K, V> {
    /// Finds a key's position, or the position to insert it.
    fn place<Q: Ord + ?Sized>(&self, key: &Q) -> Result<usize, usize>
    where
        K: Borrow<Q>,
    {
        self.0.binary_search_by(|(known, _)| known.borrow().cmp(key))
    }

    /// Returns the value of a key.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.place(key).ok().map(|at| &self.0[at].1)
    }

    /// Returns the value of a key for writing.
    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        self.place(key).ok().map(|at| &mut self.0[at].1)
    }

    /// Whether the map contains a key.
    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.place(key).is_ok()
    }

    /// Sets the value of a key, and returns the previous one.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.place(&key) {
            Ok(at) => Some(std::mem::replace(&mut self.0[at].1, value)),
            Err(at) => {
                self.0.insert(at, (key, value));
                None
            }
        }
    }

    /// Returns the value of a key, inserting the default if it is absent.
    pub fn or_default(&mut self, key: K) -> &mut V
    where
        V: Default,
    {
        let at = self.place(&key).unwrap_or_else(|at| {
            self.0.insert(at, (key, V::default()));
            at
        });
        &mut self.0[at].1
    }

    /// Removes a key, and returns its value.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.place(key).ok().map(|at| self.0.remove(at).1)
    }
}

impl<K, V> SortedMap<K, V> {
    /// Keeps the entries for which `keep` returns true.
    pub fn retain(&mut self, mut keep: impl FnMut(&K, &mut V) -> bool) {
        self.0.retain_mut(|(key, value)| keep(key, value));
    }

    /// Removes the first entry, if any.
    pub fn remove_first(&mut self) {
        self.0.drain(..1.min(self.0.len()));
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether the map is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Iterates over the entries in key order.
    pub fn iter(&self) -> <&Self as IntoIterator>::IntoIter {
        self.into_iter()
    }

    /// Iterates over the keys in order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &K> {
        self.0.iter().map(|(key, _)| key)
    }

    /// Iterates over the values in key order.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> {
        self.0.iter().map(|(_, value)| value)
    }

    /// Iterates over the values in key order, for writing.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.0.iter_mut().map(|(_, value)| value)
    }
}

/// Converts an entry to a pair of references.
type Parted<'a, K, V> = fn(&'a (K, V)) -> (&'a K, &'a V);

impl<'a, K, V> IntoIterator for &'a SortedMap<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = std::iter::Map<std::slice::Iter<'a, (K, V)>, Parted<'a, K, V>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter().map(|(key, value)| (key, value))
    }
}

impl<K, V> IntoIterator for SortedMap<K, V> {
    type Item = (K, V);
    type IntoIter = std::vec::IntoIter<(K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for SortedMap<K, V> {
    /// Collects entries. Of entries with equal keys, the last one is kept.
    fn from_iter<T: IntoIterator<Item = (K, V)>>(entries: T) -> Self {
        let mut map = SortedMap::default();
        for (key, value) in entries {
            map.insert(key, value);
        }
        map
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::SortedMap;

    proptest! {
        #[test]
        fn behaves_as_a_btree_map(steps in prop::collection::vec((0..4u8, 0..12u8, any::<u8>()), 0..60)) {
            let (mut map, mut model) = (SortedMap::default(), BTreeMap::new());
            for (step, key, value) in steps {
                match step {
                    0 => prop_assert_eq!(map.insert(key, value), model.insert(key, value)),
                    1 => prop_assert_eq!(map.remove(&key), model.remove(&key)),
                    2 => prop_assert_eq!(map.or_default(key), model.entry(key).or_default()),
                    _ => {
                        map.retain(|known, _| known % 5 != key % 5);
                        model.retain(|known, _| known % 5 != key % 5);
                    }
                }
                prop_assert_eq!(map.get(&key), model.get(&key));
                prop_assert!(map.iter().eq(model.iter()));
                prop_assert_eq!(&map.clone().into_iter().rev().collect::<SortedMap<_, _>>(), &map);
            }
        }
    }
}
