//! Replacements of whole documents.
//!
//! <https://www.mongodb.com/docs/manual/reference/method/db.collection.replaceOne/>

use super::apply::dollar_prefixed;
use super::operator::display_field;
use crate::error::{Error, ErrorCode, Result};
use crate::value::{DocBuilder, RawDoc, compare_raw, tag};

/// Checks a replacement document.
///
/// # Errors
/// `DollarPrefixedFieldName` (52) for top-level names that begin with `$`.
pub(super) fn check_replacement(replacement: RawDoc<'_>) -> Result<()> {
    match replacement.iter().find(|element| element.key.starts_with(b"$")) {
        Some(element) => Err(dollar_prefixed(element.name())),
        None => Ok(()),
    }
}

/// Returns the replacement with the old `_id` first; `None` when the replacement is identical to the stored
/// document. One without `_id` counts as a change even if the result is the same.
///
/// # Errors
/// `ImmutableField` (66) when the replacement has a different `_id`.
pub(super) fn replace(old: RawDoc<'_>, replacement: RawDoc<'_>) -> Result<Option<Vec<u8>>> {
    let (old_id, new_id) = (old.get("_id"), replacement.get("_id"));
    if let (Some(old_id), Some(new_id)) = (old_id, new_id)
        && compare_raw(old_id, new_id).is_ne()
    {
        if new_id.tag == tag::ARRAY {
            return Err(Error::new(
                ErrorCode::NOT_SINGLE_VALUE_FIELD,
                "After applying the update to the document, the (immutable) field '_id' was found to be an \
                 array or array descendant.",
            ));
        }
        return Err(Error::new(
            ErrorCode::IMMUTABLE_FIELD,
            format!(
                "After applying the update, the (immutable) field '_id' was found to have been altered to {}",
                display_field("_id", new_id)
            ),
        ));
    }
    if old.as_bytes() == replacement.as_bytes() {
        return Ok(None);
    }
    let Some(id) = new_id.or(old_id) else { return Ok(Some(replacement.as_bytes().to_vec())) };
    let mut out = DocBuilder::with_capacity(replacement.as_bytes().len() + id.bytes.len() + 5);
    out.append_raw("_id", id);
    out.append_all_but("_id", replacement);
    Ok(Some(out.finish()))
}

/// Returns the document with `_id` first; `new_id` is the default.
pub(super) fn with_id_first(doc: RawDoc<'_>, new_id: [u8; 12]) -> Vec<u8> {
    let mut out = DocBuilder::with_capacity(doc.as_bytes().len() + 17);
    match doc.get("_id") {
        Some(id) => out.append_raw("_id", id),
        None => out.append_object_id("_id", new_id),
    };
    out.append_all_but("_id", doc);
    out.finish()
}
