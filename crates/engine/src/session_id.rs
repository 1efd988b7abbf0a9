//! Session ids, in commands and in messages.

use crate::arguments::Arguments;
use crate::error::{Error, ErrorCode, Result};
use crate::value::{RawValue, View, uuid_text};

/// The digest of the anonymous user, part of every session id.
pub(crate) const NOBODY: [u8; 32] = [
    0xe3, 0xb0, 0xc4, 0x42, 0x98, 0xfc, 0x1c, 0x14, 0x9a, 0xfb, 0xf4, 0xc8, 0x99, 0x6f, 0xb9, 0x24, 0x27,
    0xae, 0x41, 0xe4, 0x64, 0x9b, 0x93, 0x4c, 0xa4, 0x95, 0x99, 0x1b, 0x78, 0x52, 0xb8, 0x55,
];

/// Parses the session id in `lsid`.
///
/// # Errors
/// `TypeMismatch`; 40414 without an id; `InvalidUUID` (207) for an id of the wrong length.
pub(crate) fn session_id(lsid: RawValue<'_>) -> Result<Vec<u8>> {
    let doc = lsid.as_document().ok_or_else(|| wrong_type("lsid", lsid, "object"))?;
    let fields = Arguments::new("OperationSessionInfo.lsid", doc);
    fields.only(&["id", "uid"])?;
    let id = fields.required("id")?;
    match id.view() {
        View::Binary { subtype: 4, bytes } if bytes.len() == 16 => Ok(bytes.to_vec()),
        View::Binary { subtype: 4, .. } => Err(Error::new(
            ErrorCode::INVALID_UUID,
            "uuid must be a 16-byte binary field with UUID (4) subtype",
        )),
        _ => Err(fields.no_uuid("id", id)),
    }
}

/// Formats a session for messages: its id, the digest of the anonymous user, no parent.
pub(crate) fn session_text(session: &[u8]) -> String {
    uuid_text(session) + " - 47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU= -  - "
}

/// Returns a `TypeMismatch` error for a session or transaction field of a command.
pub(crate) fn wrong_type(field: &str, value: RawValue<'_>, expected: &str) -> Error {
    Error::wrong_field_type("OperationSessionInfo", field, value, expected)
}
