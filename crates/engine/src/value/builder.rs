//! Writing BSON documents and arrays as bytes.

use std::iter::once;

use super::{Number, RawDoc, RawValue, Value, tag};

/// Builds one document, element by element. Nested documents are written in
/// place, without a copy.
#[derive(Clone, Debug)]
pub struct DocBuilder {
    bytes: Vec<u8>,
}

impl Default for DocBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl DocBuilder {
    /// An empty document.
    pub fn new() -> Self {
        Self::with_capacity(64)
    }

    /// An empty document with room for this many bytes.
    pub fn with_capacity(bytes: usize) -> Self {
        Self::within(Vec::with_capacity(bytes.max(5)))
    }

    /// An empty document in the place of other bytes.
    pub fn within(mut room: Vec<u8>) -> Self {
        room.clear();
        room.extend_from_slice(&[0; 4]);
        DocBuilder { bytes: room }
    }

    /// Bytes written so far (with the length prefix, without the terminator).
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether nothing has been appended.
    pub fn is_empty(&self) -> bool {
        self.bytes.len() <= 4
    }

    /// Removes what was written after there were so many bytes.
    pub fn truncate(&mut self, len: usize) {
        self.bytes.truncate(len.max(4));
    }

    /// Puts other bytes in the place of some that were written.
    pub fn overwrite<const N: usize>(&mut self, at: usize, bytes: [u8; N]) {
        if let Some(place) = self.bytes.get_mut(at..).and_then(|rest| rest.first_chunk_mut()) {
            *place = bytes;
        }
    }

    fn header(&mut self, tag: u8, name: &[u8]) {
        // Room is made once, and names are too short for copying them as blocks.
        self.bytes.extend(once(tag).chain(name.iter().copied()).chain(once(0)));
    }

    /// Appends a stored value.
    pub fn append_raw(&mut self, name: &str, value: RawValue<'_>) -> &mut Self {
        self.append_raw_bytes(name.as_bytes(), value)
    }

    /// Appends a stored value, the name given as bytes. A missing value is left out.
    pub fn append_raw_bytes(&mut self, name: &[u8], value: RawValue<'_>) -> &mut Self {
        if value.tag != tag::EOO {
            self.header(value.tag, name);
            self.bytes.extend_from_slice(value.bytes);
        }
        self
    }

    /// Appends a value; a missing one is left out.
    pub fn append(&mut self, name: &str, value: &Value<'_>) -> &mut Self {
        if !matches!(value, Value::Missing) {
            self.header(value.tag(), name.as_bytes());
            value.write_bytes(&mut self.bytes);
        }
        self
    }

    /// Appends a number in its own type.
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

    /// Appends whole elements (type byte, name, value each) as they are stored.
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

    /// Writes a nested document or array (by `tag`) in place; `fill` may fail
    /// through what it captures.
    pub fn nested(&mut self, tag: u8, name: &[u8], fill: impl FnOnce(&mut DocBuilder)) -> &mut Self {
        self.header(tag, name);
        self.within_length(fill);
        self
    }

    /// Writes the elements of what has its type and name already.
    fn within_length(&mut self, fill: impl FnOnce(&mut DocBuilder)) {
        let start = self.open_length();
        fill(self);
        self.close_nested(start);
    }

    /// Makes room for a length; gives its place.
    fn open_length(&mut self) -> usize {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(&[0; 4]);
        start
    }

    /// Opens a nested document or array; returns the position that
    /// [`Self::close_nested`] needs. For callers that cannot use a closure.
    pub fn open_nested(&mut self, tag: u8, name: &[u8]) -> usize {
        self.header(tag, name);
        self.open_length()
    }

    /// Closes what [`Self::open_nested`] opened.
    pub fn close_nested(&mut self, start: usize) {
        self.bytes.push(0);
        let length = (self.bytes.len() - start) as u32;
        self.bytes[start..start + 4].copy_from_slice(&length.to_le_bytes());
    }

    /// The finished document's bytes.
    pub fn finish(mut self) -> Vec<u8> {
        self.close_nested(0);
        self.bytes
    }
}

/// Has what fills an array fill a document that has just begun.
fn filled(fill: impl FnOnce(&mut ArrayBuilder)) -> impl FnOnce(&mut DocBuilder) {
    |inner| {
        // In its place for the moment; taking would allocate.
        let empty = DocBuilder { bytes: Vec::new() };
        let start = inner.len() - 4;
        let mut array = ArrayBuilder::behind(std::mem::replace(inner, empty), start);
        fill(&mut array);
        *inner = array.doc;
    }
}

/// The first ten elements of an array of nulls.
const FIRST_NULLS: [u8; 30] = {
    let mut bytes = [0; 30];
    let mut at = 0;
    while at < 10 {
        bytes[3 * at] = tag::NULL;
        bytes[3 * at + 1] = b'0' + at as u8;
        at += 1;
    }
    bytes
};

/// Builds one array.
#[derive(Clone, Debug)]
pub struct ArrayBuilder {
    doc: DocBuilder,
    /// Where in it the array begins.
    start: usize,
    next: usize,
    /// The name of the next element.
    digits: Digits,
}

impl Default for ArrayBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl ArrayBuilder {
    /// An empty array.
    pub fn new() -> Self {
        Self::behind(DocBuilder::new(), 0)
    }

    /// An array that begins at a place of a document.
    fn behind(doc: DocBuilder, start: usize) -> Self {
        ArrayBuilder { doc, start, next: 0, digits: Digits::ZERO }
    }

    /// Elements appended so far.
    pub fn len(&self) -> usize {
        self.next
    }

    /// Whether nothing has been appended.
    pub fn is_empty(&self) -> bool {
        self.next == 0
    }

    /// Writes type and name of the next element.
    fn header(&mut self, tag: u8) {
        if self.digits.count <= Digits::MOST {
            let at = self.doc.bytes.len();
            // As a word, of which what lies behind the name is zero.
            let word = u64::from(tag) | self.digits.ascii << 8;
            self.doc.bytes.extend_from_slice(&word.to_le_bytes());
            self.doc.bytes.truncate(at + self.digits.count + 2);
        } else {
            self.doc.header(tag, IndexName::new(self.next).as_bytes());
        }
        self.next += 1;
        self.digits.advance();
    }

    /// Appends a stored value; a missing one becomes null, so that positions stay.
    pub fn push_raw(&mut self, value: RawValue<'_>) -> &mut Self {
        let value = if value.tag == tag::EOO { RawValue::NULL } else { value };
        self.header(value.tag);
        self.doc.bytes.extend_from_slice(value.bytes);
        self
    }

    /// Appends a value; a missing one becomes null, so that positions stay.
    pub fn push(&mut self, value: &Value<'_>) -> &mut Self {
        let value = if matches!(value, Value::Missing) { &Value::Null } else { value };
        self.header(value.tag());
        value.write_bytes(&mut self.doc.bytes);
        self
    }

    /// Appends null this many times.
    pub fn push_nulls(&mut self, count: usize) -> &mut Self {
        let mut left = count;
        if self.next == 0 {
            let first = left.min(FIRST_NULLS.len() / 3);
            self.doc.bytes.extend_from_slice(&FIRST_NULLS[..3 * first]);
            self.next = first;
            self.digits = Digits::of(first);
            left -= first;
        }
        for _ in 0..left {
            self.header(tag::NULL);
        }
        self
    }

    /// Appends a string.
    pub fn push_str(&mut self, value: &str) -> &mut Self {
        self.header(tag::STRING);
        write_string(&mut self.doc.bytes, value.as_bytes());
        self
    }

    /// Appends a whole document.
    pub fn push_doc(&mut self, doc: RawDoc<'_>) -> &mut Self {
        self.push_raw(RawValue { tag: tag::DOCUMENT, bytes: doc.as_bytes() })
    }

    /// Opens a document in place, to be closed by [`Self::close_document`] or taken back by
    /// [`Self::take_document_back`]. Gives where it begins.
    pub fn open_document(&mut self) -> usize {
        self.header(tag::DOCUMENT);
        self.doc.open_length()
    }

    /// Where the document that is open is written.
    pub fn inner(&mut self) -> &mut DocBuilder {
        &mut self.doc
    }

    /// Closes the document that begins there; gives its bytes.
    pub fn close_document(&mut self, start: usize) -> &[u8] {
        self.doc.close_nested(start);
        self.doc.bytes.get(start..).unwrap_or_default()
    }

    /// Removes the last element, a document that begins there, whether it is closed or not.
    pub fn take_document_back(&mut self, start: usize) {
        self.next -= 1;
        self.digits = Digits::of(self.next);
        let header = 2 + IndexName::new(self.next).as_bytes().len();
        self.doc.bytes.truncate(start - header);
    }

    /// Writes a nested document in place.
    pub fn document(&mut self, fill: impl FnOnce(&mut DocBuilder)) -> &mut Self {
        self.header(tag::DOCUMENT);
        self.doc.within_length(fill);
        self
    }

    /// Writes a nested array in place.
    pub fn array(&mut self, fill: impl FnOnce(&mut ArrayBuilder)) -> &mut Self {
        self.header(tag::ARRAY);
        self.doc.within_length(filled(fill));
        self
    }

    /// Bytes written so far.
    pub fn byte_len(&self) -> usize {
        self.doc.len() - self.start
    }

    /// Opens an array inside of a document, to be closed by [`Self::close`].
    pub fn open(mut doc: DocBuilder, name: &str) -> Self {
        let start = doc.open_nested(tag::ARRAY, name.as_bytes());
        Self::behind(doc, start)
    }

    /// Closes what [`Self::open`] opened, and gives the document back.
    pub fn close(mut self) -> DocBuilder {
        self.doc.close_nested(self.start);
        self.doc
    }

    /// The finished array's bytes.
    pub fn finish(self) -> Vec<u8> {
        self.doc.finish()
    }
}

/// The decimal digits of an index that is counted up: most arrays are written element by element.
#[derive(Clone, Copy, Debug)]
struct Digits {
    /// The first one in the lowest byte.
    ascii: u64,
    /// How many there are; more than [`Self::MOST`] when they have no room.
    count: usize,
}

impl Digits {
    /// Digits for which there is room beside a type and the zero behind a name.
    const MOST: usize = 6;

    const ZERO: Digits = Digits { ascii: b'0' as u64, count: 1 };

    fn of(index: usize) -> Self {
        let name = IndexName::new(index);
        let digits = name.as_bytes();
        let ascii = digits.iter().rev().take(8).fold(0, |word, &digit| word << 8 | u64::from(digit));
        Digits { ascii, count: digits.len() }
    }

    fn advance(&mut self) {
        if self.count > Self::MOST {
            return;
        }
        for place in (0..self.count).rev() {
            if self.ascii >> (8 * place) & 0xFF < u64::from(b'9') {
                self.ascii += 1 << (8 * place);
                return;
            }
            self.ascii -= 9 << (8 * place);
        }
        self.ascii = self.ascii << 8 | u64::from(b'1');
        self.count += 1;
    }
}

/// An array index as decimal text, without allocating.
pub struct IndexName {
    digits: [u8; 20],
    start: usize,
}

impl IndexName {
    /// The text of this index.
    pub fn new(mut index: usize) -> Self {
        let mut digits = [b'0'; 20];
        let mut start = 20;
        loop {
            start -= 1;
            digits[start] = b'0' + (index % 10) as u8;
            index /= 10;
            if index == 0 {
                return IndexName { digits, start };
            }
        }
    }

    /// As bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.digits[self.start..]
    }

    /// As text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(self.as_bytes()).unwrap_or("0")
    }
}

/// Writes a BSON string value: length, bytes, terminator.
pub fn write_string(out: &mut Vec<u8>, text: &[u8]) {
    out.extend_from_slice(&(text.len() as u32 + 1).to_le_bytes());
    out.extend_from_slice(text);
    out.push(0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_are_written_in_place_and_taken_back() {
        let (mut in_place, mut copied) = (ArrayBuilder::new(), ArrayBuilder::new());
        for number in 0..120 {
            let start = in_place.open_document();
            in_place.inner().append_i32("n", number);
            let mut doc = DocBuilder::new();
            doc.append_i32("n", number);
            let doc = doc.finish();
            assert_eq!(in_place.close_document(start), doc);
            copied.push_doc(RawDoc::new(&doc));
            // Open, and closed.
            for closed in [false, true] {
                let start = in_place.open_document();
                in_place.inner().append_str("x", "not wanted");
                if closed {
                    in_place.close_document(start);
                }
                in_place.take_document_back(start);
            }
        }
        assert_eq!(in_place.len(), copied.len());
        assert_eq!(in_place.finish(), copied.finish());
    }

    #[test]
    fn names_are_counted_up() {
        let mut array = ArrayBuilder::new();
        for _ in 0..1_000_020 {
            array.push(&Value::Null);
        }
        let bytes = array.finish();
        let names = RawDoc::new(&bytes).iter().map(|element| element.name().to_owned());
        assert_eq!(names.enumerate().filter(|(at, name)| *name == at.to_string()).count(), 1_000_020);
        for index in [0, 9, 10, 99, 100, 999_999, 1_000_000] {
            let mut digits = Digits::of(index);
            assert_eq!(digits.count, index.to_string().len());
            digits.advance();
            let next = Digits::of(index + 1);
            assert!(next.count > Digits::MOST || (next.count, next.ascii) == (digits.count, digits.ascii));
        }
    }

    #[test]
    fn nulls_are_pushed_as_one_by_one() {
        for (before, count) in [(0, 0), (0, 3), (0, 10), (0, 11), (0, 120), (2, 15)] {
            let (mut together, mut alone) = (ArrayBuilder::new(), ArrayBuilder::new());
            for array in [&mut together, &mut alone] {
                for _ in 0..before {
                    array.push_str("x");
                }
            }
            together.push_nulls(count);
            for _ in 0..count {
                alone.push(&Value::Null);
            }
            assert_eq!(together.len(), alone.len());
            assert_eq!(together.finish(), alone.finish());
        }
    }
}
