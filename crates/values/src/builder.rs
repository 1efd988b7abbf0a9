//! The writer of BSON documents.

use std::iter::once;

use super::array_builder::{ArrayBuilder, filled};
use super::{Number, RawDoc, RawValue, Value, tag};

/// Builds a document element by element. Nested documents are written in place, without a copy.
#[derive(Clone, Debug)]
pub struct DocBuilder {
    pub(super) bytes: Vec<u8>,
}

impl Default for DocBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl DocBuilder {
    /// Creates an empty document.
    pub fn new() -> Self {
        Self::with_capacity(64)
    }

    /// Creates an empty document with capacity for this many bytes.
    pub fn with_capacity(bytes: usize) -> Self {
        Self::within(Vec::with_capacity(bytes.max(5)))
    }

    /// Creates an empty document that reuses a buffer.
    pub fn within(mut room: Vec<u8>) -> Self {
        room.clear();
        room.extend_from_slice(&[0; 4]);
        DocBuilder { bytes: room }
    }

    /// Returns the number of bytes written, including the length prefix but not the terminator.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether the document is empty.
    pub fn is_empty(&self) -> bool {
        self.bytes.len() <= 4
    }

    /// Removes everything after the first `len` bytes.
    pub fn truncate(&mut self, len: usize) {
        self.bytes.truncate(len.max(4));
    }

    /// Overwrites some of the written bytes.
    pub fn overwrite<const N: usize>(&mut self, at: usize, bytes: [u8; N]) {
        if let Some(place) = self.bytes.get_mut(at..).and_then(|rest| rest.first_chunk_mut()) {
            *place = bytes;
        }
    }

    pub(super) fn header(&mut self, tag: u8, name: &[u8]) {
        // A single reservation, since names are too short for block copies.
        self.bytes.extend(once(tag).chain(name.iter().copied()).chain(once(0)));
    }

    /// Appends a stored value.
    pub fn append_raw(&mut self, name: &str, value: RawValue<'_>) -> &mut Self {
        self.append_raw_bytes(name.as_bytes(), value)
    }

    /// Appends a stored value with the name as bytes. Ignores a missing value.
    pub fn append_raw_bytes(&mut self, name: &[u8], value: RawValue<'_>) -> &mut Self {
        if value.tag != tag::EOO {
            self.header(value.tag, name);
            self.bytes.extend_from_slice(value.bytes);
        }
        self
    }

    /// Appends a value. Ignores a missing one.
    pub fn append(&mut self, name: &str, value: &Value<'_>) -> &mut Self {
        if !matches!(value, Value::Missing) {
            self.header(value.tag(), name.as_bytes());
            value.write_bytes(&mut self.bytes);
        }
        self
    }

    /// Appends a number, keeping its type.
    pub fn append_number(&mut self, name: &str, number: Number) -> &mut Self {
        self.header(number.tag(), name.as_bytes());
        number.write_bytes(&mut self.bytes);
        self
    }

    /// Appends a double.
    pub fn append_f64(&mut self, name: &str, value: f64) -> &mut Self {
        self.append_number(name, Number::Double(value))
    }

    /// Appends a 32-bit integer.
    pub fn append_i32(&mut self, name: &str, value: i32) -> &mut Self {
        self.append_number(name, Number::Int32(value))
    }

    /// Appends a 64-bit integer.
    pub fn append_i64(&mut self, name: &str, value: i64) -> &mut Self {
        self.append_number(name, Number::Int64(value))
    }

    /// Appends a count: a 32-bit integer when it fits, as the server replies.
    pub fn append_count(&mut self, name: &str, value: u64) -> &mut Self {
        match i32::try_from(value) {
            Ok(small) => self.append_i32(name, small),
            Err(_) => self.append_i64(name, i64::try_from(value).unwrap_or(i64::MAX)),
        }
    }

    /// Appends a boolean.
    pub fn append_bool(&mut self, name: &str, value: bool) -> &mut Self {
        self.header(tag::BOOL, name.as_bytes());
        self.bytes.push(u8::from(value));
        self
    }

    /// Appends a string.
    pub fn append_str(&mut self, name: &str, value: &str) -> &mut Self {
        self.header(tag::STRING, name.as_bytes());
        write_string(&mut self.bytes, value.as_bytes());
        self
    }

    /// Appends a date, in milliseconds since 1970.
    pub fn append_date(&mut self, name: &str, millis: i64) -> &mut Self {
        self.header(tag::DATE, name.as_bytes());
        self.bytes.extend_from_slice(&millis.to_le_bytes());
        self
    }

    /// Appends null.
    pub fn append_null(&mut self, name: &str) -> &mut Self {
        self.header(tag::NULL, name.as_bytes());
        self
    }

    /// Appends an ObjectId.
    pub fn append_object_id(&mut self, name: &str, id: [u8; 12]) -> &mut Self {
        self.header(tag::OBJECT_ID, name.as_bytes());
        self.bytes.extend_from_slice(&id);
        self
    }

    /// Appends a whole document.
    pub fn append_doc(&mut self, name: &str, doc: RawDoc<'_>) -> &mut Self {
        self.header(tag::DOCUMENT, name.as_bytes());
        self.bytes.extend_from_slice(doc.as_bytes());
        self
    }

    /// Appends a whole array.
    pub fn append_array(&mut self, name: &str, array: RawDoc<'_>) -> &mut Self {
        self.header(tag::ARRAY, name.as_bytes());
        self.bytes.extend_from_slice(array.as_bytes());
        self
    }

    /// Appends every element of a document.
    pub fn append_all(&mut self, doc: RawDoc<'_>) -> &mut Self {
        let bytes = doc.as_bytes();
        let end = bytes.len().saturating_sub(1);
        self.bytes.extend_from_slice(bytes.get(4..end).unwrap_or(&[]));
        self
    }

    /// Appends every element of a document except those with a name.
    pub fn append_all_but(&mut self, name: &str, doc: RawDoc<'_>) -> &mut Self {
        for element in doc.iter().filter(|element| element.key != name.as_bytes()) {
            self.append_raw_bytes(element.key, element.value);
        }
        self
    }

    /// Appends stored elements, each with type byte, name and value.
    pub fn append_elements(&mut self, elements: &[u8]) -> &mut Self {
        self.bytes.extend_from_slice(elements);
        self
    }

    /// Writes a nested document in place.
    pub fn document(&mut self, name: &str, fill: impl FnOnce(&mut DocBuilder)) -> &mut Self {
        self.nested(tag::DOCUMENT, name.as_bytes(), fill)
    }

    /// Writes a nested array in place.
    pub fn array(&mut self, name: &str, fill: impl FnOnce(&mut ArrayBuilder)) -> &mut Self {
        self.nested(tag::ARRAY, name.as_bytes(), filled(fill))
    }

    /// Writes a nested document or array (by `tag`) in place. `fill` may report failures through captured
    /// variables.
    pub fn nested(&mut self, tag: u8, name: &[u8], fill: impl FnOnce(&mut DocBuilder)) -> &mut Self {
        self.header(tag, name);
        self.within_length(fill);
        self
    }

    /// Writes length, elements and terminator after a type and name.
    pub(super) fn within_length(&mut self, fill: impl FnOnce(&mut DocBuilder)) {
        let start = self.open_length();
        fill(self);
        self.close_nested(start);
    }

    /// Reserves space for a length, and returns its offset.
    pub(super) fn open_length(&mut self) -> usize {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(&[0; 4]);
        start
    }

    /// Opens a nested document or array, and returns the offset for [`Self::close_nested`]. For callers
    /// that can't use a closure.
    pub fn open_nested(&mut self, tag: u8, name: &[u8]) -> usize {
        self.header(tag, name);
        self.open_length()
    }

    /// Closes the document or array of [`Self::open_nested`].
    pub fn close_nested(&mut self, start: usize) {
        self.bytes.push(0);
        let length = (self.bytes.len() - start) as u32;
        self.bytes[start..start + 4].copy_from_slice(&length.to_le_bytes());
    }

    /// Returns the finished document's bytes.
    pub fn finish(mut self) -> Vec<u8> {
        self.close_nested(0);
        self.bytes
    }
}

/// Writes a BSON string value: length, bytes, terminator.
pub fn write_string(out: &mut Vec<u8>, text: &[u8]) {
    out.extend_from_slice(&(text.len() as u32 + 1).to_le_bytes());
    out.extend_from_slice(text);
    out.push(0);
}
