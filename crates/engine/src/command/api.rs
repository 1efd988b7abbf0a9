//! The versioned API: <https://www.mongodb.com/docs/manual/reference/stable-api/>.

use super::Arguments;
use crate::error::{Error, ErrorCode, Result};

/// The commands of version 1.
const VERSION_1: &[&str] = &[
    "abortTransaction",
    "aggregate",
    "bulkWrite",
    "collMod",
    "commitTransaction",
    "count",
    "create",
    "createIndexes",
    "delete",
    "drop",
    "dropDatabase",
    "dropIndexes",
    "endSessions",
    "explain",
    "find",
    "findAndModify",
    "getMore",
    "hello",
    "insert",
    "killCursors",
    "listCollections",
    "listDatabases",
    "listIndexes",
    "ping",
    "refreshSessions",
    "update",
];

/// Fields that version 1 leaves out of its commands.
const UNSTABLE: &[(&str, &str)] = &[
    ("aggregate", "explain"),
    ("create", "autoIndexId"),
    ("create", "indexOptionDefaults"),
    ("create", "storageEngine"),
    ("find", "awaitData"),
    ("find", "max"),
    ("find", "min"),
    ("find", "noCursorTimeout"),
    ("find", "returnKey"),
    ("find", "showRecordId"),
    ("find", "tailable"),
];

/// Checks `apiVersion`, `apiStrict`, `apiDeprecationErrors`.
///
/// # Errors
/// `APIVersionError` (322), `APIStrictError` (323), `InvalidOptions` (72), `TypeMismatch`.
pub(super) fn check(arguments: &Arguments<'_>, command: &str) -> Result<()> {
    let version = arguments.string("apiVersion")?;
    let strict = arguments.boolean("apiStrict")?;
    let deprecation = arguments.boolean("apiDeprecationErrors")?;
    let Some(version) = version else {
        let given = [("apiStrict", strict), ("apiDeprecationErrors", deprecation)];
        return match given.iter().find(|(_, value)| value.is_some()) {
            Some((field, _)) => Err(Error::new(
                ErrorCode::INVALID_OPTIONS,
                format!("Provided {field} without passing apiVersion"),
            )),
            None => Ok(()),
        };
    };
    if version != "1" {
        return Err(Error::new(ErrorCode::API_VERSION_ERROR, "API version must be \"1\""));
    }
    if strict != Some(true) {
        return Ok(());
    }
    if !VERSION_1.contains(&command) {
        return Err(Error::new(
            ErrorCode::API_STRICT_ERROR,
            format!(
                "Provided apiStrict:true, but the command {command} is not in API Version 1. Information on supported commands and migrations in API Version 1 can be found at https://dochub.mongodb.org/core/manual-versioned-api"
            ),
        ));
    }
    let unstable = |(of, field): &&(&str, &str)| *of == command && arguments.get(field).is_some();
    match UNSTABLE.iter().find(unstable) {
        Some((_, field)) => Err(Error::new(
            ErrorCode::API_STRICT_ERROR,
            format!("BSON field '{command}.{field}' is not allowed with apiStrict:true."),
        )),
        None => Ok(()),
    }
}
