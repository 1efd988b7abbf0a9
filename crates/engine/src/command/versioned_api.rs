//! The versioned API: <https://www.mongodb.com/docs/manual/reference/stable-api/>.

use super::Command;
use crate::aggregate::stage::{ForeignReferences, find_stage};
use crate::aggregate::written_stages;
use crate::arguments::Arguments;
use crate::error::{Error, ErrorCode, Result};
use crate::value::{RawDoc, RawValue};

/// The end of errors about a command.
const INFORMATION: &str = "Information on supported commands and migrations in API Version 1 can be found at https://dochub.mongodb.org/core/manual-versioned-api";

/// Checks `apiVersion`, `apiStrict`, `apiDeprecationErrors`.
///
/// # Errors
/// `APIVersionError` (322), `APIStrictError` (323), `APIDeprecationError` (324), `InvalidOptions` (72),
/// `TypeMismatch`.
pub(super) fn check(arguments: &Arguments<'_>, command: &Command) -> Result<()> {
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
    if deprecation == Some(true) && command.deprecated {
        return Err(Error::new(
            ErrorCode::API_DEPRECATION_ERROR,
            format!(
                "Provided apiDeprecationErrors:true, but the command {} is deprecated in API Version 1. {INFORMATION}",
                command.name
            ),
        ));
    }
    if strict != Some(true) {
        return Ok(());
    }
    let Some(unstable) = command.version_1 else {
        return Err(strict_error(format!(
            "Provided apiStrict:true, but the command {} is not in API Version 1. {INFORMATION}",
            command.name
        )));
    };
    check_strict(arguments, unstable)
}

fn strict_error(text: String) -> Error {
    Error::new(ErrorCode::API_STRICT_ERROR, text)
}

fn not_allowed(structure: &str, field: &str) -> Error {
    strict_error(format!("BSON field '{structure}.{field}' is not allowed with apiStrict:true."))
}

/// Rejects parts of a command that version 1 excludes: these fields, stages, indexes.
///
/// # Errors
/// `APIStrictError` (323).
pub(super) fn check_strict(arguments: &Arguments<'_>, unstable: &[&str]) -> Result<()> {
    let array = |field: &str| arguments.get(field).and_then(RawValue::as_array).unwrap_or(RawDoc::empty());
    if let Some(stage) = unstable_stage(array("pipeline")) {
        return Err(strict_error(format!(
            "stage {stage} is not allowed with 'apiStrict: true' in API Version 1"
        )));
    }
    if let Some(field) = unstable.iter().find(|field| arguments.get(field).is_some()) {
        return Err(not_allowed(arguments.structure(), field));
    }
    array("indexes").values().filter_map(RawValue::as_document).try_for_each(check_index)
}

/// Checks the options of an index (<https://www.mongodb.com/docs/manual/reference/command/createIndexes/#stable-api>).
fn check_index(spec: RawDoc<'_>) -> Result<()> {
    let unstable = ["background", "bucketSize", "sparse", "storageEngine"];
    if let Some(field) = unstable.iter().find(|field| spec.get(field).is_some()) {
        return Err(not_allowed("createIndexes.indexes", field));
    }
    let key = spec.get("key").and_then(RawValue::as_document).unwrap_or(RawDoc::empty());
    match key.values().filter_map(RawValue::as_str).find(|kind| matches!(*kind, "text" | "geoHaystack")) {
        Some(kind) => Err(strict_error(format!("{kind} indexes cannot be created with apiStrict: true"))),
        None => Ok(()),
    }
}

/// Returns the first stage that version 1 excludes, including stages of nested pipelines.
fn unstable_stage(stages: RawDoc<'_>) -> Option<&str> {
    written_stages(stages).find_map(|stage| {
        if find_stage(stage.name()).is_some_and(|known| !(known.in_version_1)(stage.value)) {
            return Some(stage.name());
        }
        ForeignReferences::of(stage).pipelines.into_iter().find_map(unstable_stage)
    })
}
