//! The versioned API: <https://www.mongodb.com/docs/manual/reference/stable-api/>.

use super::Command;
use crate::arguments::Arguments;
use crate::error::{Error, ErrorCode, Result};
use crate::value::{RawDoc, RawValue};

/// Checks `apiVersion`, `apiStrict`, `apiDeprecationErrors`.
///
/// # Errors
/// `APIVersionError` (322), `APIStrictError` (323), `InvalidOptions` (72), `TypeMismatch`.
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
    if strict != Some(true) {
        return Ok(());
    }
    let name = command.name;
    let Some(unstable) = command.version_1 else {
        return Err(Error::new(
            ErrorCode::API_STRICT_ERROR,
            format!(
                "Provided apiStrict:true, but the command {name} is not in API Version 1. Information on supported commands and migrations in API Version 1 can be found at https://dochub.mongodb.org/core/manual-versioned-api"
            ),
        ));
    };
    if let Some(stage) = unstable_stage(arguments) {
        return Err(Error::new(
            ErrorCode::API_STRICT_ERROR,
            format!("stage {stage} is not allowed with 'apiStrict: true' in API Version 1"),
        ));
    }
    match unstable.iter().find(|field| arguments.get(field).is_some()) {
        Some(field) => Err(Error::new(
            ErrorCode::API_STRICT_ERROR,
            format!("BSON field '{name}.{field}' is not allowed with apiStrict:true."),
        )),
        None => Ok(()),
    }
}

/// The first stage of a pipeline that version 1 leaves out; `$collStats` may count.
fn unstable_stage<'a>(arguments: &Arguments<'a>) -> Option<&'a str> {
    const UNSTABLE: &[&str] =
        &["$currentOp", "$indexStats", "$listLocalSessions", "$listSessions", "$planCacheStats"];
    let stages = arguments.get("pipeline").and_then(RawValue::as_array)?;
    let mut firsts = stages.values().filter_map(|stage| stage.as_document()?.first());
    firsts.find_map(|stage| {
        let counts_only = |options: RawDoc<'_>| options.iter().all(|option| option.key == b"count");
        let refused = match stage.name() {
            "$collStats" => !stage.value.as_document().is_some_and(counts_only),
            name => UNSTABLE.contains(&name),
        };
        refused.then(|| stage.name())
    })
}
