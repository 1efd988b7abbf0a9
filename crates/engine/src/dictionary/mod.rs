//! The distinct values of a column.

mod memo;

use std::cell::RefCell;
use std::rc::Rc;

use crate::value::{PlainNumber, RawValue, key, ranks_of, tag};
use memo::DictionaryMemo;

/// The code of values that are never in a dictionary: arrays, documents, long strings. The document must be
/// read.
pub const NEEDS_DOCUMENT: Code = Code::MAX;

/// The position of a value in the dictionary.
pub type Code = u32;

/// Distinct values, each stored once and numbered in order of arrival.
#[derive(Clone, Debug, Default)]
pub struct Dictionary {
    /// The concatenated type bytes and bytes of all values.
    arena: Vec<u8>,
    /// The offset of each value, and the end of the last.
    starts: Vec<u32>,
    /// A hash table with open addressing: codes, and [`FREE`] in empty slots.
    table: Vec<Code>,
    /// Cached match tables by the predicates' identities; the most recently used last.
    match_table: RefCell<Vec<CachedMatchTable>>,
    key_prefixes: DictionaryMemo<u64>,
    /// The ranks as of their last computation.
    ranks: RefCell<Rc<Vec<u64>>>,
    numbers: DictionaryMemo<PlainNumber>,
    integers: DictionaryMemo<i32>,
    /// The type of all values, if they have the same one.
    tag: Option<u8>,
}

/// A predicate's identity, and its result for every value.
type CachedMatchTable = (Box<[u8]>, DictionaryMemo<bool>);

/// The number of predicates whose match tables are cached.
const MAX_MATCH_TABLES: usize = 4;
const FREE: Code = Code::MAX;
/// Size of a type byte and a number.
const NARROW_BYTES: usize = 1 + 8;

impl Dictionary {
    /// Number of values.
    pub fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Whether the dictionary is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether all values are as short as numbers and dates. Then a dictionary pays off even if every
    /// record has a different value.
    pub fn is_narrow(&self) -> bool {
        self.arena.len() <= NARROW_BYTES * self.len()
    }

    /// Returns the memory used, in bytes.
    pub fn memory_bytes(&self) -> usize {
        let match_table: usize = self.match_table.borrow().iter().map(|(_, made)| made.memory_bytes()).sum();
        self.arena.capacity()
            + (self.starts.capacity() + self.table.capacity()) * size_of::<Code>()
            + match_table
            + self.key_prefixes.memory_bytes()
            + self.ranks.borrow().capacity() * size_of::<u64>()
            + self.numbers.memory_bytes()
            + self.integers.memory_bytes()
    }

    /// Returns the value of a code; a missing value for an unknown code.
    #[inline]
    pub fn value(&self, code: Code) -> RawValue<'_> {
        let at = code as usize;
        match self.starts.get(at).zip(self.starts.get(at + 1)) {
            Some((from, to)) => self.stored(*from, *to),
            None => RawValue::MISSING,
        }
    }

    #[inline]
    fn stored(&self, from: u32, to: u32) -> RawValue<'_> {
        match self.arena.get(from as usize..to as usize).and_then(<[u8]>::split_first) {
            Some((&tag, bytes)) => RawValue { tag, bytes },
            None => RawValue::MISSING,
        }
    }

    /// Returns all values in code order.
    #[inline]
    pub fn values(&self) -> impl Iterator<Item = RawValue<'_>> {
        self.starts.windows(2).map(|bounds| match *bounds {
            [from, to] => self.stored(from, to),
            _ => RawValue::MISSING,
        })
    }

    /// Returns the match table of a predicate with this identity: its result for every value, by code.
    pub fn match_table(&self, identity: &[u8], holds: impl Fn(RawValue<'_>) -> bool) -> Rc<Vec<bool>> {
        let mut cached = self.match_table.borrow_mut();
        let known = cached.iter().position(|(known, _)| **known == *identity);
        let (key, made) = match known {
            Some(at) => cached.remove(at),
            None => (identity.into(), DictionaryMemo::default()),
        };
        let match_table = made.of_all(self, holds);
        if cached.len() == MAX_MATCH_TABLES {
            cached.remove(0);
        }
        cached.push((key, made));
        match_table
    }

    /// Returns the key prefix of every value, by code.
    pub fn key_prefixes(&self) -> Rc<Vec<u64>> {
        self.key_prefixes.of_all(self, |value| key::key_prefix_of(value.or_null().view()))
    }

    /// Returns the rank of every value in sort order, by code. Equal values have equal ranks.
    pub fn ranks(&self) -> Rc<Vec<u64>> {
        let mut ranks = self.ranks.borrow_mut();
        if ranks.len() < self.len() {
            *ranks = Rc::new(match self.integers() {
                Some(integers) => ranks_of(&integers),
                None => {
                    let keys = self.values().map(|value| key::key_of(value.or_null().view()));
                    ranks_of(&keys.collect::<Vec<_>>())
                }
            });
        }
        ranks.clone()
    }

    /// Returns all values as plain numbers, by code.
    pub fn numbers(&self) -> Rc<Vec<PlainNumber>> {
        self.numbers.of_all(self, PlainNumber::of)
    }

    /// Returns the type of all values, if they have the same one.
    pub fn tag(&self) -> Option<u8> {
        self.tag
    }

    /// Returns all values by code, if they are 32-bit integers.
    pub fn integers(&self) -> Option<Rc<Vec<i32>>> {
        let integer = |value: RawValue<'_>| value.as_i32().unwrap_or_default();
        (self.tag == Some(tag::INT32)).then(|| self.integers.of_all(self, integer))
    }

    /// Returns the code of a known value.
    pub fn known(&self, value: RawValue<'_>) -> Option<Code> {
        if self.is_empty() { None } else { self.search(value).ok() }
    }

    /// Returns the code of a value, or its free slot in the table.
    fn search(&self, value: RawValue<'_>) -> Result<Code, usize> {
        let mask = self.table.len() - 1;
        let mut at = hash(value) as usize & mask;
        loop {
            match self.table[at] {
                FREE => return Err(at),
                code if self.value(code) == value => return Ok(code),
                _ => at = (at + 1) & mask,
            }
        }
    }

    /// Returns the code of a value, adding it if it is new.
    pub fn code(&mut self, value: RawValue<'_>) -> Code {
        if self.table.len() < 2 * (self.len() + 1) {
            self.grow();
        }
        let at = match self.search(value) {
            Ok(code) => return code,
            Err(at) => at,
        };
        let code = self.len() as Code;
        self.table[at] = code;
        self.tag = Some(value.tag).filter(|tag| code == 0 || self.tag == Some(*tag));
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        self.arena.push(value.tag);
        self.arena.extend_from_slice(value.bytes);
        self.starts.push(self.arena.len() as u32);
        code
    }

    fn grow(&mut self) {
        let size = (self.table.len() * 2).max(64);
        let mut table = vec![FREE; size];
        for (code, value) in self.values().enumerate() {
            let mut at = hash(value) as usize & (size - 1);
            while table[at] != FREE {
                at = (at + 1) & (size - 1);
            }
            table[at] = code as Code;
        }
        self.table = table;
    }
}

/// Hashes a value. The values are the learner's own, so speed matters more than resistance to deliberate collisions.
fn hash(value: RawValue<'_>) -> u64 {
    const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut hash = u64::from(value.tag);
    let mut chunks = value.bytes.chunks_exact(8);
    for chunk in &mut chunks {
        let word = u64::from_le_bytes(chunk.try_into().unwrap_or_default());
        hash = (hash.rotate_left(5) ^ word).wrapping_mul(MULTIPLIER);
    }
    for &byte in chunks.remainder() {
        hash = (hash.rotate_left(5) ^ u64::from(byte)).wrapping_mul(MULTIPLIER);
    }
    // Mix the high bits into the low ones: numbers may differ only in their high bits.
    hash = (hash ^ (hash >> 32)).wrapping_mul(MULTIPLIER);
    hash ^ (hash >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::tag;

    #[test]
    fn equal_values_have_one_code() {
        let mut dictionary = Dictionary::default();
        let numbers: Vec<[u8; 4]> = (0..1000i32).map(i32::to_le_bytes).collect();
        let raw = |bytes| RawValue { tag: tag::INT32, bytes };
        let first: Vec<Code> = numbers.iter().map(|bytes| dictionary.code(raw(bytes))).collect();
        let again: Vec<Code> = numbers.iter().map(|bytes| dictionary.code(raw(bytes))).collect();
        assert_eq!(first, again);
        assert_eq!(dictionary.len(), 1000);
        assert_eq!(dictionary.value(first[17]), raw(&numbers[17]));
    }

    #[test]
    fn numbers_are_narrow_and_texts_are_not() {
        let mut dictionary = Dictionary::default();
        dictionary.code(RawValue { tag: tag::DATE, bytes: &[7; 8] });
        dictionary.code(RawValue::NULL);
        assert!(dictionary.is_narrow());
        dictionary.code(RawValue { tag: tag::STRING, bytes: &[1; 40] });
        assert!(!dictionary.is_narrow());
    }

    #[test]
    fn match_tables_are_cached_and_extended() {
        let mut dictionary = Dictionary::default();
        let holds = |value: RawValue<'_>| value.as_i32().is_some_and(|number| number > 1);
        for number in 0..3i32 {
            dictionary.code(RawValue { tag: tag::INT32, bytes: &number.to_le_bytes() });
            let expected: Vec<bool> = (0..=number).map(|number| number > 1).collect();
            assert_eq!(*dictionary.match_table(b"above 1", holds), expected);
        }
        // The second call uses the cache.
        assert_eq!(*dictionary.match_table(b"above 1", |_| false), [false, false, true]);
        for other in 0..MAX_MATCH_TABLES as u8 {
            assert_eq!(*dictionary.match_table(&[other], |_| true), [true; 3]);
        }
        assert_eq!(*dictionary.match_table(b"above 1", |_| false), [false; 3]);
    }

    #[test]
    fn types_keep_equal_bytes_apart() {
        let mut dictionary = Dictionary::default();
        assert_eq!(dictionary.known(RawValue::MISSING), None);
        let missing = dictionary.code(RawValue::MISSING);
        assert_eq!(dictionary.known(RawValue::MISSING), Some(missing));
        assert_eq!(dictionary.known(RawValue::NULL), None);
        assert_ne!(missing, dictionary.code(RawValue::NULL));
        assert_eq!(dictionary.value(missing), RawValue::MISSING);
    }
}
