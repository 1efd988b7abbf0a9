//! The versioned API parameters, which must be equal in all commands of a transaction or cursor.

use crate::arguments::Arguments;
use crate::value::{DocBuilder, RawDoc, display_document};

/// Formats a command's versioned API parameters for messages.
pub(crate) fn api_parameters(arguments: &Arguments<'_>) -> String {
    let mut out = DocBuilder::new();
    for field in ["apiVersion", "apiStrict", "apiDeprecationErrors"] {
        if let Some(value) = arguments.get(field) {
            out.append_raw(field, value);
        }
    }
    display_document(RawDoc::new(&out.finish()))
}
