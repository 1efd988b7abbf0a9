//! Writing BSON arrays as bytes.

use super::builder::{DocBuilder, write_string};
use super::{Number, RawDoc, RawValue, Value, tag};

/// Uses an array's builder to fill a new document.
pub(super) fn filled(fill: impl FnOnce(&mut ArrayBuilder)) -> impl FnOnce(&mut DocBuilder) {
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
            // As a word; the bytes behind the name are zero.
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
        let value = value.or_null();
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

    /// Appends copies of a document, at most so many and as long as their names have as many digits; gives them to be
    /// changed in place, and keeps as many of the first as it is asked to. How many that are.
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
        // Twice as many each time, and then their names.
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

/// Documents of an array that are alike, see [`ArrayBuilder::push_copies`].
#[derive(Debug)]
pub struct Copies<'b> {
    bytes: &'b mut [u8],
    /// Bytes from one to the next, and those of its type and name.
    stride: usize,
    name: usize,
}

impl Copies<'_> {
    /// Puts other bytes at a place of each document, as long as there are some; in how many.
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

    /// As [`Self::overwrite`], with numbers as long as they have this type.
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

    /// As [`Self::overwrite`], with values that all have this length.
    pub fn overwrite_with<'v>(
        &mut self,
        at: usize,
        length: usize,
        values: impl Iterator<Item = &'v [u8]>,
    ) -> usize {
        /// The first bytes of a value; zeros for a shorter one, which does not occur.
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
