//! A zero-copy reader of BSON bytes.
//!
//! The `bson` crate's raw iteration validates every element again, and was measured to be 2 to 12 times
//! slower in wasm than a plain walk. So the hot path (predicates, projections, keys, expressions) uses
//! these types.
//!
//! Invariant: a [`RawDoc`] wraps bytes that [`super::validate`] accepted or that a [`super::DocBuilder`]
//! wrote. Reading never panics even otherwise: a malformed element ends the iteration.
//!
//! Format: <https://bsonspec.org/spec.html>.

use super::{Number, View};
use crate::Decimal;

/// BSON element type bytes.
pub mod tag {
    /// Not a stored type: the "end of object" marker, used for a missing value.
    pub const EOO: u8 = 0x00;
    /// 64-bit binary floating point.
    pub const DOUBLE: u8 = 0x01;
    /// UTF-8 string.
    pub const STRING: u8 = 0x02;
    /// Embedded document.
    pub const DOCUMENT: u8 = 0x03;
    /// Array.
    pub const ARRAY: u8 = 0x04;
    /// Binary data.
    pub const BINARY: u8 = 0x05;
    /// Undefined (deprecated).
    pub const UNDEFINED: u8 = 0x06;
    /// ObjectId.
    pub const OBJECT_ID: u8 = 0x07;
    /// Boolean.
    pub const BOOL: u8 = 0x08;
    /// UTC date-time in milliseconds.
    pub const DATE: u8 = 0x09;
    /// Null.
    pub const NULL: u8 = 0x0A;
    /// Regular expression.
    pub const REGEX: u8 = 0x0B;
    /// DBPointer (deprecated).
    pub const DB_POINTER: u8 = 0x0C;
    /// JavaScript code.
    pub const CODE: u8 = 0x0D;
    /// Symbol (deprecated).
    pub const SYMBOL: u8 = 0x0E;
    /// JavaScript code with scope (deprecated).
    pub const CODE_WITH_SCOPE: u8 = 0x0F;
    /// 32-bit integer.
    pub const INT32: u8 = 0x10;
    /// Internal timestamp.
    pub const TIMESTAMP: u8 = 0x11;
    /// 64-bit integer.
    pub const INT64: u8 = 0x12;
    /// 128-bit decimal floating point.
    pub const DECIMAL128: u8 = 0x13;
    /// Max key.
    pub const MAX_KEY: u8 = 0x7F;
    /// Min key.
    pub const MIN_KEY: u8 = 0xFF;
}

/// The bytes of one value, without its type byte and name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RawValue<'a> {
    /// BSON type byte, see [`tag`].
    pub tag: u8,
    /// The value's bytes exactly as stored.
    pub bytes: &'a [u8],
}

/// One element of a document: name and value.
#[derive(Clone, Copy, Debug)]
pub struct Element<'a> {
    /// Field name as bytes (valid UTF-8 in a validated document).
    pub key: &'a [u8],
    /// The value.
    pub value: RawValue<'a>,
}

impl<'a> Element<'a> {
    /// Returns the field name.
    pub fn name(&self) -> &'a str {
        std::str::from_utf8(self.key).unwrap_or("")
    }
}

/// A whole BSON document or array: length, elements, terminator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RawDoc<'a>(&'a [u8]);

/// The empty document's bytes.
pub const EMPTY_DOCUMENT: &[u8] = &[5, 0, 0, 0, 0];

impl<'a> RawDoc<'a> {
    /// Wraps bytes that are a valid document (see the module's invariant).
    pub fn new(bytes: &'a [u8]) -> Self {
        RawDoc(bytes)
    }

    /// Returns the document without elements.
    pub fn empty() -> RawDoc<'static> {
        RawDoc(EMPTY_DOCUMENT)
    }

    /// Returns all bytes, with length prefix and terminator.
    pub fn as_bytes(self) -> &'a [u8] {
        self.0
    }

    /// Whether the document is empty.
    pub fn is_empty(self) -> bool {
        self.0.len() <= 5
    }

    /// Iterates over the elements in stored order.
    pub fn iter(self) -> Elements<'a> {
        let end = self.0.len().saturating_sub(1);
        Elements { rest: self.0.get(4..end).unwrap_or(&[]) }
    }

    /// Iterates over the elements from a byte offset on, where one must begin (the first at 4).
    pub fn iter_from(self, offset: usize) -> Elements<'a> {
        let end = self.0.len().saturating_sub(1);
        Elements { rest: self.0.get(offset..end).unwrap_or(&[]) }
    }

    /// Returns the first value with a name.
    pub fn get(self, name: &str) -> Option<RawValue<'a>> {
        self.get_bytes(name.as_bytes())
    }

    /// Returns the first value with a name given as bytes.
    pub fn get_bytes(self, name: &[u8]) -> Option<RawValue<'a>> {
        self.iter().find(|e| e.key == name).map(|e| e.value)
    }

    /// Returns the n-th value (in arrays, the element at this index).
    pub fn nth(self, index: usize) -> Option<RawValue<'a>> {
        self.iter().nth(index).map(|e| e.value)
    }

    /// Returns the first element.
    pub fn first(self) -> Option<Element<'a>> {
        self.iter().next()
    }

    /// Returns the first element if it is an operator: its name begins with `$`.
    pub fn operator(self) -> Option<Element<'a>> {
        self.first().filter(|first| first.key.starts_with(b"$"))
    }

    /// Returns the number of elements.
    pub fn count(self) -> usize {
        self.iter().count()
    }

    /// Iterates over the values in stored order.
    pub fn values(self) -> impl Iterator<Item = RawValue<'a>> {
        self.iter().map(|e| e.value)
    }
}

impl<'a> IntoIterator for RawDoc<'a> {
    type Item = Element<'a>;
    type IntoIter = Elements<'a>;
    fn into_iter(self) -> Elements<'a> {
        self.iter()
    }
}

/// Iterator over the elements of a document.
#[derive(Clone)]
pub struct Elements<'a> {
    rest: &'a [u8],
}

impl<'a> Elements<'a> {
    /// Returns the unread bytes.
    pub fn rest(&self) -> &'a [u8] {
        self.rest
    }
}

impl<'a> Iterator for Elements<'a> {
    type Item = Element<'a>;

    #[inline]
    fn next(&mut self) -> Option<Element<'a>> {
        let (&tag, after) = self.rest.split_first()?;
        let name_length = after.iter().position(|&b| b == 0)?;
        let key = &after[..name_length];
        let value = &after[name_length + 1..];
        let length = value_length(tag, value)?;
        if length > value.len() {
            self.rest = &[];
            return None;
        }
        let (bytes, rest) = value.split_at(length);
        self.rest = rest;
        Some(Element { key, value: RawValue { tag, bytes } })
    }
}

/// Returns the size of a value of this type at the start of `bytes`; `None` when the type is unknown or the
/// length can't be read. The result may exceed `bytes.len()` for malformed input, which the caller must
/// check.
#[inline]
pub fn value_length(tag: u8, bytes: &[u8]) -> Option<usize> {
    match tag {
        tag::DOUBLE | tag::DATE | tag::TIMESTAMP | tag::INT64 => Some(8),
        tag::INT32 => Some(4),
        tag::BOOL => Some(1),
        tag::OBJECT_ID => Some(12),
        tag::NULL | tag::UNDEFINED | tag::MIN_KEY | tag::MAX_KEY => Some(0),
        tag::DECIMAL128 => Some(16),
        tag::STRING | tag::CODE | tag::SYMBOL => read_length(bytes)?.checked_add(4),
        tag::DOCUMENT | tag::ARRAY | tag::CODE_WITH_SCOPE => read_length(bytes),
        tag::BINARY => read_length(bytes)?.checked_add(5),
        tag::DB_POINTER => read_length(bytes)?.checked_add(16),
        tag::REGEX => {
            let pattern = bytes.iter().position(|&b| b == 0)?;
            let options = bytes[pattern + 1..].iter().position(|&b| b == 0)?;
            Some(pattern + options + 2)
        }
        _ => None,
    }
}

fn read_length(bytes: &[u8]) -> Option<usize> {
    let length = i32::from_le_bytes(bytes.get(..4)?.try_into().ok()?);
    usize::try_from(length).ok()
}

#[inline]
fn array<const N: usize>(bytes: &[u8]) -> [u8; N] {
    let mut out = [0; N];
    let n = bytes.len().min(N);
    out[..n].copy_from_slice(&bytes[..n]);
    out
}

impl<'a> RawValue<'a> {
    /// BSON null.
    pub const NULL: RawValue<'static> = RawValue { tag: tag::NULL, bytes: &[] };
    /// The least value.
    pub const MIN_KEY: RawValue<'static> = RawValue { tag: tag::MIN_KEY, bytes: &[] };
    /// A missing value (never stored).
    pub const MISSING: RawValue<'static> = RawValue { tag: tag::EOO, bytes: &[] };

    /// Whether this is a document.
    pub fn is_document(self) -> bool {
        self.tag == tag::DOCUMENT
    }

    /// Whether this is an array.
    pub fn is_array(self) -> bool {
        self.tag == tag::ARRAY
    }

    /// Whether this is one of the four numeric types.
    pub fn is_number(self) -> bool {
        matches!(self.tag, tag::DOUBLE | tag::INT32 | tag::INT64 | tag::DECIMAL128)
    }

    /// Whether the value is null or undefined.
    pub fn is_nullish(self) -> bool {
        matches!(self.tag, tag::NULL | tag::UNDEFINED | tag::EOO)
    }

    /// Returns the embedded document.
    pub fn as_document(self) -> Option<RawDoc<'a>> {
        self.is_document().then(|| RawDoc::new(self.bytes))
    }

    /// Returns the array, as a document whose names are the indexes.
    pub fn as_array(self) -> Option<RawDoc<'a>> {
        self.is_array().then(|| RawDoc::new(self.bytes))
    }

    /// Returns the document or array.
    pub fn as_container(self) -> Option<RawDoc<'a>> {
        (self.is_document() || self.is_array()).then(|| RawDoc::new(self.bytes))
    }

    /// Returns the bytes of a string, symbol or code, without length and terminator.
    pub fn str_bytes(self) -> Option<&'a [u8]> {
        if !matches!(self.tag, tag::STRING | tag::SYMBOL | tag::CODE) {
            return None;
        }
        let end = self.bytes.len().checked_sub(1)?;
        self.bytes.get(4..end)
    }

    /// Returns the string (type string only).
    pub fn as_str(self) -> Option<&'a str> {
        if self.tag != tag::STRING {
            return None;
        }
        self.text()
    }

    /// Returns the text of a string or of a symbol.
    pub fn text(self) -> Option<&'a str> {
        if self.tag == tag::CODE {
            return None;
        }
        std::str::from_utf8(self.str_bytes()?).ok()
    }

    /// Returns the value, or null if it is missing.
    #[inline]
    #[must_use]
    pub fn or_null(self) -> Self {
        if self.tag == Self::MISSING.tag { RawValue::NULL } else { self }
    }

    /// Returns the boolean.
    pub fn as_bool(self) -> Option<bool> {
        (self.tag == tag::BOOL).then(|| self.bytes.first().is_some_and(|&b| b != 0))
    }

    /// Returns the 32-bit integer.
    pub fn as_i32(self) -> Option<i32> {
        (self.tag == tag::INT32).then(|| i32::from_le_bytes(array(self.bytes)))
    }

    /// Returns the number, if its type converts to a double without loss.
    #[inline]
    pub fn as_double(self) -> Option<f64> {
        match self.tag {
            tag::INT32 => Some(f64::from(i32::from_le_bytes(array(self.bytes)))),
            tag::DOUBLE => Some(f64::from_le_bytes(array(self.bytes))),
            _ => None,
        }
    }

    /// Returns the number, of any numeric type.
    #[inline]
    pub fn as_number(self) -> Option<Number> {
        match self.tag {
            tag::INT32 => Some(Number::Int32(i32::from_le_bytes(array(self.bytes)))),
            tag::INT64 => Some(Number::Int64(i64::from_le_bytes(array(self.bytes)))),
            tag::DOUBLE => Some(Number::Double(f64::from_le_bytes(array(self.bytes)))),
            tag::DECIMAL128 => {
                Some(Number::Decimal(Decimal::from_bits(u128::from_le_bytes(array(self.bytes)))))
            }
            _ => None,
        }
    }

    /// Returns the milliseconds since 1970 of a date.
    pub fn as_date(self) -> Option<i64> {
        (self.tag == tag::DATE).then(|| i64::from_le_bytes(array(self.bytes)))
    }

    /// Returns the value decoded for comparison. Borrowed, without an allocation.
    #[inline]
    pub fn view(self) -> View<'a> {
        let bytes = self.bytes;
        match self.tag {
            tag::INT32 | tag::INT64 | tag::DOUBLE | tag::DECIMAL128 => {
                self.as_number().map_or(View::Missing, View::Number)
            }
            tag::STRING => View::String(self.str_bytes().unwrap_or(&[])),
            tag::SYMBOL => View::Symbol(self.str_bytes().unwrap_or(&[])),
            tag::DOCUMENT => View::Document(RawDoc::new(bytes)),
            tag::ARRAY => View::Array(RawDoc::new(bytes)),
            tag::BINARY => View::Binary {
                subtype: bytes.get(4).copied().unwrap_or(0),
                bytes: bytes.get(5..).unwrap_or(&[]),
            },
            tag::UNDEFINED => View::Undefined,
            tag::OBJECT_ID => View::ObjectId(array(bytes)),
            tag::BOOL => View::Bool(bytes.first().is_some_and(|&b| b != 0)),
            tag::DATE => View::Date(i64::from_le_bytes(array(bytes))),
            tag::NULL => View::Null,
            tag::REGEX => {
                let (pattern, options) = split_regex(bytes);
                View::Regex { pattern, options }
            }
            tag::DB_POINTER => View::DbPointer(bytes),
            tag::CODE => View::Code(self.str_bytes().unwrap_or(&[])),
            tag::CODE_WITH_SCOPE => {
                let (code, scope) = split_code_with_scope(bytes);
                View::CodeWithScope { code, scope }
            }
            tag::TIMESTAMP => View::Timestamp(u64::from_le_bytes(array(bytes))),
            tag::MIN_KEY => View::MinKey,
            tag::MAX_KEY => View::MaxKey,
            _ => View::Missing,
        }
    }
}

fn split_regex(bytes: &[u8]) -> (&[u8], &[u8]) {
    let pattern_end = bytes.iter().position(|&b| b == 0).unwrap_or(bytes.len());
    let after = bytes.get(pattern_end + 1..).unwrap_or(&[]);
    let options_end = after.iter().position(|&b| b == 0).unwrap_or(after.len());
    (&bytes[..pattern_end], &after[..options_end])
}

fn split_code_with_scope(bytes: &[u8]) -> (&[u8], RawDoc<'_>) {
    let empty: (&[u8], RawDoc<'_>) = (&[], RawDoc::empty());
    let Some(code_length) = bytes.get(4..).and_then(read_length) else {
        return empty;
    };
    let Some(scope) = bytes.get(8 + code_length..) else {
        return empty;
    };
    (bytes.get(8..(8 + code_length).saturating_sub(1)).unwrap_or(&[]), RawDoc::new(scope))
}
