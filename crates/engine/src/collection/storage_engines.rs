//! `storageEngine`, the options of collections and indexes for the storage engine:
//! <https://www.mongodb.com/docs/manual/reference/command/create/>.

use crate::error::{Error, ErrorCode, Result};
use crate::value::RawDoc;

/// The name of the only storage engine.
const ENGINE: &str = "wiredTiger";

/// The storage engine's only option, a string.
const OPTION: &str = "configString";

/// Checks the options of each engine, which have no effect.
///
/// # Errors
/// `InvalidOptions` (72) for other engines and other options; `BadValue`, `TypeMismatch`.
pub(super) fn check(engines: RawDoc<'_>) -> Result<()> {
    for engine in engines {
        let name = engine.name();
        let Some(options) = engine.value.as_document() else {
            return Err(Error::bad_value(format!("'storageEngine.{name}' has to be an embedded document.")));
        };
        if name != ENGINE {
            return Err(Error::new(
                ErrorCode::INVALID_OPTIONS,
                format!("{name} is not a registered storage engine for this server"),
            ));
        }
        for option in options {
            if option.name() != OPTION {
                let text = format!("'{}' is not a supported option.", option.name());
                return Err(Error::new(ErrorCode::INVALID_OPTIONS, text));
            }
            if option.value.as_str().is_none() {
                let text = format!("'{OPTION}' must be a string.");
                return Err(Error::new(ErrorCode::TYPE_MISMATCH, text));
            }
        }
    }
    Ok(())
}

/// Like [`check`], for an index, where an empty document is rejected.
///
/// # Errors
/// `CannotCreateIndex` (67) for an empty document; errors of [`check`].
pub(super) fn check_of_index(engines: RawDoc<'_>) -> Result<()> {
    if engines.is_empty() {
        return Err(Error::new(
            ErrorCode::CANNOT_CREATE_INDEX,
            "Empty \"storageEngine\" options are invalid. Please remove the field or include valid options.",
        ));
    }
    check(engines)
}
