//! Bounds of shard key ranges.

use engine::value::{DocBuilder, RawDoc, Value, key};

/// A full value of the shard key: of a document, or where a chunk ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bound {
    /// The fields of the key, by their paths, in its order.
    pub document: Vec<u8>,
    /// The same as bytes that compare as shard key values do.
    pub bytes: Vec<u8>,
}

impl Bound {
    /// Encodes a document of the key's fields, which are all there and in order.
    pub(crate) fn new(document: Vec<u8>) -> Self {
        let mut bytes = Vec::new();
        for element in RawDoc::new(&document).iter() {
            key::encode(element.value.view(), &mut bytes);
        }
        Bound { document, bytes }
    }

    /// A bound whose fields all have one value: `MinKey` or `MaxKey`.
    pub(crate) fn of_all<'a>(paths: impl Iterator<Item = &'a str>, value: &Value<'_>) -> Self {
        let mut document = DocBuilder::new();
        for path in paths {
            document.append(path, value);
        }
        Bound::new(document.finish())
    }

    /// As a document.
    pub(crate) fn doc(&self) -> RawDoc<'_> {
        RawDoc::new(&self.document)
    }
}
