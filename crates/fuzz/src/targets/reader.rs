//! Invariant: bytes that validation accepts are BSON, and the reader returns their contents.

use bson::{Document, RawDocument};
use engine::value::{RawDoc, validate};

/// # Panics
/// The engine accepts bytes that the `bson` crate can't read, or reads other fields.
pub fn run(bytes: &[u8]) {
    if validate(bytes).is_err() {
        return;
    }
    let theirs = RawDocument::from_bytes(bytes).expect("accepted bytes are framed as BSON");
    let ours = RawDoc::new(bytes);
    let mut elements = ours.iter();
    for element in theirs {
        let (name, value) = element.expect("accepted bytes have readable elements");
        let element = elements.next().expect("as many elements");
        assert_eq!(element.name(), name.as_str());
        let key = engine::value::key::key_of(element.value.view());
        assert_eq!(engine::value::key::component_length(&key, false), Some(key.len()), "{value:?}");
    }
    assert!(elements.next().is_none(), "no further element");
    Document::from_reader(bytes).expect("accepted bytes have readable values");
}
