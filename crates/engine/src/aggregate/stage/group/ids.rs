//! The keys of a `$group`'s groups.

use crate::aggregate::stage_prelude::*;

/// The keys of groups in order of first occurrence, in one buffer since there may be many small ones.
#[derive(Debug, Default)]
pub(in crate::aggregate) struct GroupIds {
    bytes: Vec<u8>,
    /// The type of each key, and the end of its bytes.
    ends: Vec<(u8, usize)>,
}

impl GroupIds {
    /// The number of keys.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns the number of bytes of all keys.
    pub(super) fn held(&self) -> usize {
        self.bytes.len()
    }

    /// Reserves space for more keys.
    pub(super) fn reserve(&mut self, count: usize) {
        self.ends.reserve(count);
        self.bytes.reserve(count * size_of::<u32>());
    }

    /// Appends a key. A missing value becomes null.
    pub(super) fn push(&mut self, id: RawValue<'_>) {
        let id = id.or_null();
        match <&[u8; 4]>::try_from(id.bytes) {
            // Fast path for four bytes, such as 32-bit integers: the length is known at compile time.
            Ok(word) => self.bytes.extend_from_slice(word),
            Err(_) => self.bytes.extend_from_slice(id.bytes),
        }
        self.ends.push((id.tag, self.bytes.len()));
    }

    /// Returns the key of a group.
    pub(super) fn get(&self, group: usize) -> Option<RawValue<'_>> {
        let &(tag, end) = self.ends.get(group)?;
        let start = group.checked_sub(1).and_then(|before| self.ends.get(before)).map_or(0, |&(_, end)| end);
        Some(RawValue { tag, bytes: self.bytes.get(start..end)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_returned_unchanged() {
        let mut ids = GroupIds::default();
        let written: Vec<_> = ["a", "", "longer"].map(|text| Value::String(text.into())).into();
        ids.push(RawValue::MISSING);
        for value in &written {
            ids.push(value.to_raw(&mut Vec::new()));
        }
        assert_eq!(ids.len(), 4);
        assert!(ids.get(0).is_some_and(|id| id.tag == RawValue::NULL.tag));
        for (at, value) in written.iter().enumerate() {
            assert_eq!(ids.get(at + 1).and_then(RawValue::as_str), value.as_str());
        }
        assert!(ids.get(4).is_none());
    }
}
