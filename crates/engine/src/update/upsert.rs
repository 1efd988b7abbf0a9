//! The values that an upsert takes from its filter.
//!
//! <https://www.mongodb.com/docs/manual/reference/method/db.collection.update/#upsert-with-operator-expressions>

use crate::error::{Error, ErrorCode, Result};
use crate::value::{DocBuilder, MAX_DEPTH, Path, RawDoc, Value};

/// Builds the document of a filter's equality conditions, in path order.
///
/// # Errors
/// `NotSingleValueField` (54) when two conditions have the same path, or one path is below the other.
pub(super) fn seed(mut equalities: Vec<(Path, Value<'static>)>) -> Result<Vec<u8>> {
    crate::value::sort_by(&mut equalities, |(a, _), (b, _)| a.as_str().cmp(b.as_str()));
    for (at, (path, _)) in equalities.iter().enumerate() {
        for (other, _) in &equalities[at + 1..] {
            if path == other {
                return Err(Error::new(
                    ErrorCode::NOT_SINGLE_VALUE_FIELD,
                    format!("cannot infer query fields to set, path '{}' is matched twice", path.as_str()),
                ));
            }
            if other.starts_with(path) || path.starts_with(other) {
                return Err(Error::new(
                    ErrorCode::NOT_SINGLE_VALUE_FIELD,
                    format!(
                        "cannot infer query fields to set, both paths '{}' and '{}' are matched",
                        path.as_str(),
                        other.as_str()
                    ),
                ));
            }
        }
    }
    if let Some((path, _)) = equalities.iter().find(|(path, _)| path.parts().len() > MAX_DEPTH) {
        return Err(Error::new(
            ErrorCode::OVERFLOW,
            format!("The path '{}…' has more than {MAX_DEPTH} components", path.parts()[0].name),
        ));
    }
    let mut doc = DocBuilder::new().finish();
    for (path, value) in &equalities {
        let names: Vec<&str> = path.parts().iter().map(|part| &*part.name).collect();
        doc = with(RawDoc::new(&doc), &names, value);
    }
    Ok(doc)
}

/// Keeps only the condition on `_id`, the only one that a replacement takes over.
///
/// # Errors
/// `NotExactValueField` (111) when there is a condition on a part of `_id`.
pub(super) fn only_id(equalities: &mut Vec<(Path, Value<'static>)>) -> Result<()> {
    if let Some((path, _)) = equalities.iter().find(|(path, _)| path.as_str().starts_with("_id.")) {
        return Err(Error::new(
            ErrorCode::NOT_EXACT_VALUE_FIELD,
            format!("field at '_id' must be exactly specified, field at sub-path '{}'found", path.as_str()),
        ));
    }
    equalities.retain(|(path, _)| path.as_str() == "_id");
    Ok(())
}

/// Returns a document with a value added at a path. Of the path, only embedded documents may exist.
fn with(doc: RawDoc<'_>, names: &[&str], value: &Value<'_>) -> Vec<u8> {
    let mut out = DocBuilder::new();
    let Some((name, below)) = names.split_first() else { return doc.as_bytes().to_vec() };
    let inner = |old: RawDoc<'_>| match below {
        [] => value.borrowed(),
        _ => Value::document(with(old, below, value)),
    };
    let mut found = false;
    for element in doc.iter() {
        match element.value.as_document() {
            Some(old) if element.name() == *name => {
                found = true;
                out.append(name, &inner(old));
            }
            _ => {
                out.append_raw_bytes(element.key, element.value);
            }
        }
    }
    if !found {
        out.append(name, &inner(RawDoc::empty()));
    }
    out.finish()
}
