//! Bounds of shard key ranges.

use engine::value::{DocBuilder, RawDoc, Value, key};

/// A complete shard key value: of a document, or a bound of a chunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bound {
    /// The key's fields in order, named by path.
    pub document: Vec<u8>,
    /// The order-preserving encoding of the values.
    pub bytes: Vec<u8>,
}

impl Bound {
    /// Creates a bound from a document with exactly the key's fields, in order.
    pub(crate) fn new(document: Vec<u8>) -> Self {
        let mut bytes = Vec::new();
        for element in RawDoc::new(&document).iter() {
            key::encode(element.value.view(), &mut bytes);
        }
        Bound { document, bytes }
    }

    /// Creates a bound whose fields all have one value: `MinKey` or `MaxKey`.
    pub(crate) fn of_all<'a>(paths: impl Iterator<Item = &'a str>, value: &Value<'_>) -> Self {
        let mut document = DocBuilder::new();
        for path in paths {
            document.append(path, value);
        }
        Bound::new(document.finish())
    }

    /// Returns the bound as a document.
    pub(crate) fn doc(&self) -> RawDoc<'_> {
        RawDoc::new(&self.document)
    }
}
