//! The fields that every command takes: `maxTimeMS`, `readConcern`, `writeConcern`.
//!
//! A single node keeps to every concern it can have, and no command waits; but what is
//! malformed is refused as the server does.

use super::Arguments;
use crate::error::{Error, Result};
use crate::value::{RawDoc, RawValue, View, tag, type_name};

/// Levels of a read concern
/// (<https://www.mongodb.com/docs/manual/reference/read-concern/>).
const LEVELS: &[&str] = &["local", "available", "majority", "linearizable", "snapshot"];

/// Most milliseconds of `maxTimeMS`.
const MOST_MILLIS: i64 = i32::MAX as i64;

/// Checks the fields.
///
/// # Errors
/// `BadValue`, `FailedToParse`, `TypeMismatch`, 40415.
pub(super) fn check(command: &str, body: RawDoc<'_>) -> Result<()> {
    let arguments = Arguments::new(command, body);
    if let Some(limit) = body.get("maxTimeMS") {
        check_time(limit)?;
    }
    if let Some(concern) = arguments.document("readConcern")? {
        check_read_concern(concern)?;
    }
    if let Some(concern) = arguments.document("writeConcern")? {
        check_write_concern(concern)?;
    }
    Ok(())
}

fn check_time(limit: RawValue<'_>) -> Result<()> {
    let Some(number) = limit.as_number() else {
        return Err(Error::bad_value("maxTimeMS must be a number"));
    };
    let millis = number.to_i64_clamped();
    if !(0..=MOST_MILLIS).contains(&millis) {
        return Err(Error::bad_value(format!(
            "{millis} value for maxTimeMS is out of range [0, {MOST_MILLIS}]"
        )));
    }
    if limit.tag == tag::DOUBLE && number.to_i64_exact().is_none() {
        return Err(Error::bad_value("maxTimeMS has non-integral value"));
    }
    Ok(())
}

fn unknown(document: &str, field: &str) -> Error {
    Error::new(40415, format!("BSON field '{document}.{field}' is an unknown field."))
}

fn check_read_concern(concern: RawDoc<'_>) -> Result<()> {
    let known = ["level", "afterClusterTime", "atClusterTime", "provenance"];
    if let Some(element) = concern.iter().find(|element| !known.contains(&element.name())) {
        return Err(unknown("readConcern", element.name()));
    }
    match Arguments::new("readConcern", concern).string("level")? {
        Some(level) if !LEVELS.contains(&level) => Err(Error::bad_value(format!(
            "Enumeration value '{level}' for field 'readConcern.level' is not a valid value."
        ))),
        _ => Ok(()),
    }
}

/// <https://www.mongodb.com/docs/manual/reference/write-concern/>.
fn check_write_concern(concern: RawDoc<'_>) -> Result<()> {
    for element in concern {
        let value = element.value;
        match (element.name(), value.view()) {
            ("w", View::Number(number)) => {
                let count = number.to_i64_clamped();
                if !(0..=50).contains(&count) {
                    return Err(Error::failed_to_parse(format!(
                        "w has to be a non-negative number and not greater than 50; found: {count}"
                    )));
                }
                if count > 1 {
                    return Err(Error::bad_value("cannot use 'w' > 1 when a host is not replicated"));
                }
            }
            ("w", View::String(b"majority")) => {}
            ("w", View::String(mode)) => {
                return Err(Error::bad_value(format!(
                    "cannot use non-majority 'w' mode {} when a host is not a member of a replica set",
                    String::from_utf8_lossy(mode)
                )));
            }
            ("w", _) => {
                return Err(Error::failed_to_parse(format!(
                    "w has to be a number, string, or object; found: {}",
                    type_name(value.tag)
                )));
            }
            ("j" | "fsync", View::Bool(_) | View::Number(_)) | ("wtimeout", View::Number(_)) => {}
            (field @ ("j" | "fsync"), _) => {
                return Err(Error::failed_to_parse(format!("{field} must be numeric or a boolean value")));
            }
            ("wtimeout", _) => return Err(Error::failed_to_parse("wtimeout must be a number")),
            ("provenance", _) => {}
            (field, _) => return Err(unknown("writeConcern", field)),
        }
    }
    Ok(())
}
