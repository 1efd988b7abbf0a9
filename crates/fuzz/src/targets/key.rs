//! Invariant: encoded keys compare as their values do.

use bson::doc;
use engine::value::{RawDoc, compare, key};

use crate::Source;

/// # Panics
/// Two values compare differently from their keys, ascending or descending, or a key has another length
/// than it reports.
pub fn run(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let pair = doc! { "a": source.value(3), "b": source.value(3) }.to_vec().expect("encodable");
    let pair = RawDoc::new(&pair);
    let (Some(a), Some(b)) = (pair.get("a"), pair.get("b")) else { unreachable!("both are there") };
    let (a, b) = (a.view(), b.view());
    let expected = compare(a, b);
    let (mut ascending, mut descending) = ((Vec::new(), Vec::new()), (Vec::new(), Vec::new()));
    key::encode(a, &mut ascending.0);
    key::encode(b, &mut ascending.1);
    key::encode_descending(a, &mut descending.0);
    key::encode_descending(b, &mut descending.1);
    assert_eq!(ascending.0.cmp(&ascending.1), expected, "{a:?} {b:?}");
    assert_eq!(descending.1.cmp(&descending.0), expected, "{a:?} {b:?} descending");
    assert_eq!(compare(b, a), expected.reverse(), "{a:?} {b:?} with operands swapped");
    for (key, backward) in [(&ascending.0, false), (&descending.0, true)] {
        assert_eq!(key::component_length(key, backward), Some(key.len()), "{a:?}");
    }
}
