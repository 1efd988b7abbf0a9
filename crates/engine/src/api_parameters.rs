//! The parameters of the versioned API, which the commands of a transaction or of a cursor share.

use crate::arguments::Arguments;
use crate::value::{DocBuilder, RawDoc, display_document};

/// The parameters of the versioned API that a command has, as messages show them.
pub(crate) fn api_parameters(arguments: &Arguments<'_>) -> String {
    let mut out = DocBuilder::new();
    for field in ["apiVersion", "apiStrict", "apiDeprecationErrors"] {
        if let Some(value) = arguments.get(field) {
            out.append_raw(field, value);
        }
    }
    display_document(RawDoc::new(&out.finish()))
}
