//! The writer of BSON arrays.

use super::builder::{DocBuilder, write_string};
use super::{Number, RawDoc, RawValue, Value, tag};

/// Adapts a function that fills an array to one that fills a document.
pub(super) fn filled(fill: impl FnOnce(&mut ArrayBuilder)) -> impl FnOnce(&mut DocBuilder) {
    |inner| {
        // A temporary placeholder without an allocation.
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

/// Builds an array.
#[derive(Clone, Debug)]
pub struct ArrayBuilder {
    doc: DocBuilder,
    /// The offset of the array in the document.
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
    /// Creates an empty array.
    pub fn new() -> Self {
        Self::behind(DocBuilder::new(), 0)
    }

    /// Creates an array that begins at an offset in a document.
    fn behind(doc: DocBuilder, start: usize) -> Self {
        ArrayBuilder { doc, start, next: 0, digits: Digits::ZERO }
    }

    /// Returns the number of elements.
    pub fn len(&self) -> usize {
        self.next
    }

    /// Whether the array is empty.
    pub fn is_empty(&self) -> bool {
        self.next == 0
    }

    /// Writes type and name of the next element.
    fn header(&mut self, tag: u8) {
        if self.digits.count <= Digits::MOST {
            let at = self.doc.bytes.len();
            // Written as one word; the bytes after the name are zero.
            let word = u64::from(tag) | self.digits.ascii << 8;
            self.doc.bytes.extend_from_slice(&word.to_le_bytes());
            self.doc.bytes.truncate(at + self.digits.count + 2);
        } else {
            self.doc.header(tag, IndexName::new(self.next).as_bytes());
        }
        self.next += 1;
        self.digits.advance();
    }

    /// Appends a stored value; null instead of a missing one, to keep positions.
    pub fn push_raw(&mut self, value: RawValue<'_>) -> &mut Self {
        let value = value.or_null();
        self.header(value.tag);
        self.doc.bytes.extend_from_slice(value.bytes);
        self
    }

    /// Appends a value; null instead of a missing one, to keep positions.
    pub fn push(&mut self, value: &Value<'_>) -> &mut Self {
        let value = if matches!(value, Value::Missing) { &Value::Null } else { value };
        self.header(value.tag());
        value.write_bytes(&mut self.doc.bytes);
        self
    }

    /// Appends `count` nulls.
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

    /// Opens a document in place, and returns its start. Must be followed by [`Self::close_document`] or
    /// [`Self::take_document_back`].
    pub fn open_document(&mut self) -> usize {
        self.header(tag::DOCUMENT);
        self.doc.open_length()
    }

    /// Returns the builder of the open document.
    pub fn inner(&mut self) -> &mut DocBuilder {
        &mut self.doc
    }

    /// Closes the document that begins at `start`, and returns its bytes.
    pub fn close_document(&mut self, start: usize) -> &[u8] {
        self.doc.close_nested(start);
        self.doc.bytes.get(start..).unwrap_or_default()
    }

    /// Appends up to `most` copies of a document whose names have equally many digits. Passes them to a
    /// function that changes them in place, and keeps as many as that returns. Returns the number kept.
    pub fn push_copies(
        &mut self,
        document: RawDoc<'_>,
        most: usize,
        change: impl FnOnce(&mut Copies<'_>) -> usize,
    ) -> usize {
        let (first, start, names) = (self.next, self.doc.bytes.len(), self.digits.count);
        let stride = names + 2 + document.as_bytes().len();
        if most == 0 || names > Digits::MOST {
            return 0;
        }
        // Double their number repeatedly, then set their names.
        let last = 10_usize.pow(names as u32);
        let count = most.min(last - first);
        let mut name = self.digits;
        self.doc.bytes.reserve(count * stride);
        self.push_doc(document);
        let mut made = 1;
        while made < count {
            let more = made.min(count - made);
            self.doc.bytes.extend_from_within(start..start + more * stride);
            made += more;
        }
        let bytes = self.doc.bytes.get_mut(start..).unwrap_or_default();
        for copy in bytes.chunks_exact_mut(stride) {
            let digits = name.ascii.to_le_bytes();
            copy.iter_mut().skip(1).zip(digits).take(names).for_each(|(place, digit)| *place = digit);
            name.advance();
        }
        let kept = change(&mut Copies { bytes, stride, name: names + 2 }).min(count);
        self.doc.bytes.truncate(start + kept * stride);
        self.next = first + kept;
        self.digits = Digits::of(self.next);
        kept
    }

    /// Removes the last element, a document that begins at `start`, whether closed or open.
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

    /// Returns the number of bytes written.
    pub fn byte_len(&self) -> usize {
        self.doc.len() - self.start
    }

    /// Opens an array inside a document; see [`Self::close`].
    pub fn open(mut doc: DocBuilder, name: &str) -> Self {
        let start = doc.open_nested(tag::ARRAY, name.as_bytes());
        Self::behind(doc, start)
    }

    /// Closes the array of [`Self::open`], and returns the document.
    pub fn close(mut self) -> DocBuilder {
        self.doc.close_nested(self.start);
        self.doc
    }

    /// Returns the finished array's bytes.
    pub fn finish(self) -> Vec<u8> {
        self.doc.finish()
    }
}

/// Equal-sized documents in an array; see [`ArrayBuilder::push_copies`].
#[derive(Debug)]
pub struct Copies<'b> {
    bytes: &'b mut [u8],
    /// The distance between documents in bytes.
    stride: usize,
    /// The size of type byte and name.
    name: usize,
}

impl Copies<'_> {
    /// Overwrites bytes at an offset in each document, until the values run out. Returns the number of
    /// documents changed.
    #[inline]
    pub fn overwrite<const N: usize>(&mut self, at: usize, values: impl Iterator<Item = [u8; N]>) -> usize {
        let at = self.name + at;
        let mut changed = 0;
        for (copy, value) in self.bytes.chunks_exact_mut(self.stride).zip(values) {
            if let Some(place) = copy.get_mut(at..).and_then(|rest| rest.first_chunk_mut()) {
                *place = value;
            }
            changed += 1;
        }
        changed
    }

    /// Like [`Self::overwrite`], for numbers until one has another type.
    #[inline]
    pub fn overwrite_numbers(
        &mut self,
        at: usize,
        tag: u8,
        numbers: impl Iterator<Item = Option<Number>>,
    ) -> usize {
        match tag {
            tag::INT32 => self.overwrite(
                at,
                numbers.map_while(|number| match number? {
                    Number::Int32(n) => Some(n.to_le_bytes()),
                    _ => None,
                }),
            ),
            tag::INT64 => self.overwrite(
                at,
                numbers.map_while(|number| match number? {
                    Number::Int64(n) => Some(n.to_le_bytes()),
                    _ => None,
                }),
            ),
            tag::DOUBLE => self.overwrite(
                at,
                numbers.map_while(|number| match number? {
                    Number::Double(n) => Some(n.to_le_bytes()),
                    _ => None,
                }),
            ),
            _ => 0,
        }
    }

    /// Like [`Self::overwrite`], for values of equal length.
    pub fn overwrite_with<'v>(
        &mut self,
        at: usize,
        length: usize,
        values: impl Iterator<Item = &'v [u8]>,
    ) -> usize {
        /// Returns the first bytes of a value; zeros for a shorter one, which never occurs.
        fn of<const N: usize>(value: &[u8]) -> [u8; N] {
            value.first_chunk().copied().unwrap_or([0; N])
        }
        match length {
            4 => self.overwrite(at, values.map(of::<4>)),
            8 => self.overwrite(at, values.map(of::<8>)),
            12 => self.overwrite(at, values.map(of::<12>)),
            _ => {
                let at = self.name + at;
                let mut changed = 0;
                for (copy, value) in self.bytes.chunks_exact_mut(self.stride).zip(values) {
                    if let (Some(place), Some(value)) = (copy.get_mut(at..at + length), value.get(..length)) {
                        place.copy_from_slice(value);
                    }
                    changed += 1;
                }
                changed
            }
        }
    }
}

/// The decimal digits of an incrementing index, since most arrays are written element by element.
#[derive(Clone, Copy, Debug)]
struct Digits {
    /// The first digit is in the lowest byte.
    ascii: u64,
    /// The number of digits; more than [`Self::MOST`] if they don't fit.
    count: usize,
}

impl Digits {
    /// Maximum number of digits that fit in a word with type byte and terminator.
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

/// An array index as decimal text, without allocation.
pub struct IndexName {
    digits: [u8; 20],
    start: usize,
}

impl IndexName {
    /// Converts an index to text.
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

    /// Returns the text as bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.digits[self.start..]
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(self.as_bytes()).unwrap_or("0")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_documents_can_be_taken_back() {
        let (mut in_place, mut copied) = (ArrayBuilder::new(), ArrayBuilder::new());
        for number in 0..120 {
            let start = in_place.open_document();
            in_place.inner().append_i32("n", number);
            let mut doc = DocBuilder::new();
            doc.append_i32("n", number);
            let doc = doc.finish();
            assert_eq!(in_place.close_document(start), doc);
            copied.push_doc(RawDoc::new(&doc));
            // Both open and closed.
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
    fn copies_are_changed_in_place() {
        let document = |number: i32, text: &str| {
            let mut doc = DocBuilder::new();
            doc.append_i32("n", number).append_str("s", text);
            doc.finish()
        };
        let (mut together, mut alone) = (ArrayBuilder::new(), ArrayBuilder::new());
        let mut written = 0;
        while written < 1_200 {
            let kept = together.push_copies(RawDoc::new(&document(0, "a")), 150, |copies| {
                let texts = ["x", "y", "z"].iter().map(|text| text.as_bytes()).cycle();
                let numbers = (written..written + 90).map(i32::to_le_bytes);
                copies.overwrite_with(4 + 3 + 4 + 3 + 4, 1, texts).min(copies.overwrite(4 + 3, numbers))
            });
            assert!((1..=90).contains(&kept));
            for (number, text) in (written..).zip(["x", "y", "z"].iter().cycle()).take(kept) {
                alone.push_doc(RawDoc::new(&document(number, text)));
            }
            written += kept as i32;
            assert_eq!(together.len(), alone.len());
        }
        assert_eq!(together.finish(), alone.finish());
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
