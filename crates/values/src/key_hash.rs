//! Sets and maps of encoded keys.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// A map by encoded keys ([`super::key`]).
pub type KeyMap<V> = HashMap<Box<[u8]>, V, BuildHasherDefault<KeyHasher>>;

/// A set of encoded keys.
pub type KeySet = HashSet<Box<[u8]>, BuildHasherDefault<KeyHasher>>;

/// A set of small numbers, such as record ids.
pub type NumberSet = HashSet<u32, BuildHasherDefault<KeyHasher>>;

/// Adds a key, without an allocation if it is already in the set. Returns whether it is new.
pub fn insert_key(keys: &mut KeySet, key: &[u8]) -> bool {
    !keys.contains(key) && keys.insert(key.into())
}

/// Hashes keys. Keys are the learner's own data, so speed matters more than resistance to deliberate collisions.
#[derive(Clone, Copy, Debug, Default)]
pub struct KeyHasher(u64);

const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        let mut chunks = bytes.chunks_exact(8);
        for chunk in &mut chunks {
            self.write_u64(u64::from_le_bytes(chunk.try_into().unwrap_or_default()));
        }
        for &byte in chunks.remainder() {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(MULTIPLIER);
    }

    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_distinguished_and_inserted_once() {
        let mut keys = KeySet::default();
        for number in 0..2000u32 {
            let key = number.to_be_bytes();
            assert!(insert_key(&mut keys, &key) && !insert_key(&mut keys, &key));
        }
        assert_eq!(keys.len(), 2000);
    }
}
