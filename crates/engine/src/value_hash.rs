//! The 64-bit hash of hashed indexes and `$toHashedIndexKey`: the first eight bytes of an MD5 over type
//! rank and value, where numbers of all types are truncated to integers
//! (<https://www.mongodb.com/docs/manual/core/indexes/index-types/index-hashed/>).

use md5::{Digest, Md5};

use crate::value::{RawDoc, RawValue, View};

/// Hashes a value.
pub fn hash64(value: RawValue<'_>) -> i64 {
    let mut digest = Md5::new();
    digest.update(0i32.to_le_bytes());
    update(&mut digest, None, value);
    let hash = digest.finalize();
    let mut first = [0; 8];
    first.copy_from_slice(&hash[..8]);
    i64::from_le_bytes(first)
}

fn update(digest: &mut Md5, name: Option<&[u8]>, value: RawValue<'_>) {
    let view = value.view();
    digest.update(i32::from(view.rank()).to_le_bytes());
    if let Some(name) = name {
        digest.update(name);
        digest.update([0]);
    }
    match view {
        View::Number(number) => digest.update(number.to_i64_clamped().to_le_bytes()),
        View::Document(inner) | View::Array(inner) => elements(digest, inner),
        View::CodeWithScope { code, scope } => {
            digest.update(code);
            elements(digest, scope);
        }
        _ => digest.update(value.bytes),
    }
}

fn elements(digest: &mut Md5, doc: RawDoc<'_>) {
    for element in doc.iter() {
        update(digest, Some(element.key), element.value);
    }
    // The end of the document counts as an element of type 0.
    digest.update(0i32.to_le_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Value;

    fn hash(value: &Value<'_>) -> i64 {
        hash64(value.to_raw(&mut Vec::new()))
    }

    #[test]
    fn numbers_hash_by_integer_part() {
        assert_eq!(hash(&Value::Int32(3)), hash(&Value::Double(3.7)));
        assert_eq!(hash(&Value::Int32(3)), hash(&Value::Int64(3)));
        assert_ne!(hash(&Value::Int32(3)), hash(&Value::Int32(4)));
        assert_ne!(hash(&Value::Int32(3)), hash(&Value::string("3")));
    }
}
