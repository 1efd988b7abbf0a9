//! The fields of every command: `maxTimeMS`, `readConcern`, `writeConcern`, `$readPreference`, the
//! versioned API.
//!
//! A standalone satisfies every concern, and no command waits, but malformed fields are rejected as on a
//! server.

use super::{Command, ReadConcern, Request, Writes, versioned_api};
use crate::aggregate::stage::find_stage;
use crate::aggregate::{has_output, is_output, written_stages};
use crate::arguments::{Arguments, expect_document};
use crate::error::{Error, ErrorCode, Result};
use crate::value::{RawDoc, RawValue, View, display_value, tag};

/// The read concern levels (<https://www.mongodb.com/docs/manual/reference/read-concern/>).
const LEVELS: &[&str] = &["local", "available", "majority", "linearizable", "snapshot"];

/// Maximum of `maxTimeMS`.
const MAX_TIME_MS: i64 = i32::MAX as i64;

/// Checks these fields of a command.
///
/// # Errors
/// `BadValue`, `FailedToParse`, `TypeMismatch`, `InvalidOptions`, `APIVersionError`,
/// `APIStrictError`, 40415.
pub(super) fn check(arguments: &Arguments<'_>, command: &Command) -> Result<()> {
    if let Some(limit) = arguments.field("maxTimeMS") {
        check_time(limit)?;
    }
    for flag in ["bypassDocumentValidation", "bypassEmptyTsReplacement"] {
        arguments.flag(flag)?;
    }
    if let Some(concern) = arguments.document("readConcern")? {
        check_read_concern(concern)?;
        let in_transaction = arguments.field("autocommit").is_some();
        if concern.get("atClusterTime").is_some()
            && (in_transaction || writes(arguments) || command.read_concern != ReadConcern::Snapshot)
        {
            return Err(Error::not_supported("Reading past data ('atClusterTime')"));
        }
        let level = concern.get("level").and_then(RawValue::as_str).unwrap_or("local");
        let refused = match command.read_concern {
            ReadConcern::Local => Some("read concern not supported".to_owned()),
            ReadConcern::NoSnapshot if level == "snapshot" => {
                Some("read concern snapshot not supported".to_owned())
            }
            _ => unreadable_stage(arguments, level),
        };
        if let Some(why) = refused.filter(|_| level != "local" && !in_transaction) {
            return Err(Error::new(
                ErrorCode::INVALID_OPTIONS,
                format!(
                    "Command {} does not support {{ readConcern: {{ level: \"{level}\", provenance: \"clientSupplied\" }} }} :: caused by :: {why}",
                    command.name
                ),
            ));
        }
    }
    if let Some(concern) = arguments.document("writeConcern")? {
        if command.writes == Writes::Never {
            return Err(Error::new(ErrorCode::INVALID_OPTIONS, "Command does not support writeConcern"));
        }
        check_write_concern(concern)?;
    }
    if let Some(preference) = arguments.field("$readPreference") {
        check_read_preference(preference)?;
    }
    versioned_api::check(arguments, command)
}

/// Rejects a read with a snapshot of a capped collection
/// (<https://www.mongodb.com/docs/manual/core/transactions-operations/>).
///
/// # Errors
/// `SnapshotUnavailable` (246).
pub(super) fn check_snapshot(
    arguments: &Arguments<'_>,
    request: &Request<'_>,
    command: &Command,
) -> Result<()> {
    let concern = arguments.field("readConcern").filter(|_| command.read_concern != ReadConcern::Local);
    let level = concern.and_then(RawValue::as_document).and_then(|concern| concern.get("level"));
    if level.and_then(RawValue::as_str) != Some("snapshot") {
        return Ok(());
    }
    let name = request.body.first().and_then(|first| first.value.as_str());
    let collection = name.and_then(|name| request.engine.collection(request.database, name));
    if collection.is_none_or(|collection| collection.options.capped.is_none()) {
        return Ok(());
    }
    Err(Error::new(
        ErrorCode::SNAPSHOT_UNAVAILABLE,
        "Reading from capped collections with readConcern snapshot is not supported",
    ))
}

/// Returns the error text if a stage of the pipeline does not support the read concern level
/// (<https://www.mongodb.com/docs/manual/reference/operator/aggregation/out/#read-concern>).
fn unreadable_stage(arguments: &Arguments<'_>, level: &str) -> Option<String> {
    let stages = arguments.get("pipeline").and_then(RawValue::as_array)?;
    let mut names = written_stages(stages).map(|stage| stage.name());
    names.find_map(|name| {
        if is_output(name) && level == "linearizable" {
            return Some(format!("{name} cannot be used with a 'linearizable' read concern level"));
        }
        let is_local = find_stage(name).is_some_and(|stage| stage.only_local);
        is_local.then(|| format!("Aggregation stage {name} requires read concern local but found {level}"))
    })
}

/// Whether a pipeline writes its results, which uses the current data.
fn writes(arguments: &Arguments<'_>) -> bool {
    let stages = arguments.get("pipeline").and_then(RawValue::as_array);
    stages.is_some_and(has_output)
}

/// Checks a write concern's number of members per tag.
fn check_tags(tags: RawDoc<'_>) -> Result<()> {
    if tags.is_empty() {
        return Err(Error::failed_to_parse("tagged write concern requires tags"));
    }
    match tags.iter().find(|tag| !tag.value.is_number()) {
        None => Ok(()),
        Some(tag) => Err(Error::failed_to_parse(format!(
            "tags must be a single level document with only number values; found: {}: {}",
            tag.name(),
            display_value(tag.value.view())
        ))),
    }
}

/// Checks a read preference (<https://www.mongodb.com/docs/manual/core/read-preference/>).
fn check_read_preference(value: RawValue<'_>) -> Result<()> {
    let preference = expect_document(
        value,
        ErrorCode::TYPE_MISMATCH,
        "\"$readPreference\" had the wrong type. Expected object, found {type}",
    )?;
    let Some(mode) = preference.get("mode") else {
        return Err(Error::new(ErrorCode::NO_SUCH_KEY, "Missing expected field \"mode\""));
    };
    let Some(mode) = mode.as_str() else {
        return Err(Error::wrong_type(
            ErrorCode::TYPE_MISMATCH,
            "\"mode\" had the wrong type. Expected string, found {type}",
            mode.tag,
        ));
    };
    let modes = ["primary", "primaryPreferred", "secondary", "secondaryPreferred", "nearest"];
    if modes.contains(&mode) {
        return check_primary(mode, preference);
    }
    Err(Error::failed_to_parse(format!(
        "Could not parse $readPreference mode '{mode}'. Only the modes 'primary', 'primaryPreferred', 'secondary', 'secondaryPreferred', and 'nearest' are supported."
    )))
}

/// Rejects tags and staleness, which are meaningless for the only primary.
fn check_primary(mode: &str, preference: RawDoc<'_>) -> Result<()> {
    if mode != "primary" {
        return Ok(());
    }
    let tags = preference.get("tags").and_then(RawValue::as_array).unwrap_or(RawDoc::empty());
    let empty = |set: RawValue<'_>| set.as_document().is_some_and(RawDoc::is_empty);
    if !tags.values().all(empty) {
        return Err(Error::bad_value("Only empty tags are allowed with primary read preference"));
    }
    let staleness = preference.get("maxStalenessSeconds").and_then(RawValue::as_number);
    if staleness.is_some_and(|seconds| seconds.to_i64_clamped() > 0) {
        return Err(Error::bad_value("mode primary does not support maxStalenessSeconds"));
    }
    Ok(())
}

fn check_time(limit: RawValue<'_>) -> Result<()> {
    let Some(number) = limit.as_number() else {
        return Err(Error::type_mismatch("maxTimeMS must be a number"));
    };
    let millis = number.to_i64_clamped();
    if !(0..=MAX_TIME_MS).contains(&millis) {
        return Err(Error::bad_value(format!(
            "{millis} value for maxTimeMS is out of range [0, {MAX_TIME_MS}]"
        )));
    }
    if limit.tag == tag::DOUBLE && number.to_i64_exact().is_none() {
        return Err(Error::bad_value("maxTimeMS has non-integral value"));
    }
    Ok(())
}

fn check_read_concern(concern: RawDoc<'_>) -> Result<()> {
    let fields = Arguments::new("readConcern", concern);
    fields.only(&["level", "afterClusterTime", "atClusterTime", "provenance"])?;
    let level = fields.string("level")?;
    if let Some(level) = level.filter(|level| !LEVELS.contains(level)) {
        return Err(Error::unknown_enumeration_value("readConcern.level", level));
    }
    check_cluster_times(&fields, level.unwrap_or("local"))
}

/// Checks the times of a read concern.
///
/// # Errors
/// `TypeMismatch`; `InvalidOptions` where the level does not allow a time.
fn check_cluster_times(fields: &Arguments<'_>, level: &str) -> Result<()> {
    let refuse = |text: String| Err(Error::new(ErrorCode::INVALID_OPTIONS, text));
    for name in ["afterClusterTime", "atClusterTime"] {
        match fields.get(name).map(RawValue::view) {
            None => {}
            Some(View::Timestamp(0)) => return refuse(format!("{name} cannot be a null timestamp")),
            Some(View::Timestamp(_)) => {}
            Some(_) => return Err(fields.wrong_type(name, fields.required(name)?, "timestamp")),
        }
    }
    let after = fields.get("afterClusterTime").is_some();
    let at = fields.get("atClusterTime").is_some();
    if after && !matches!(level, "local" | "majority" | "snapshot") {
        return refuse(
            "afterClusterTime field can be set only if level is equal to majority, local, or snapshot".into(),
        );
    }
    if at && level != "snapshot" {
        return refuse("atClusterTime field can be set only if level is equal to snapshot".into());
    }
    if at && after {
        return refuse(
            "Specifying a timestamp for readConcern snapshot in a causally consistent session is not allowed. See https://dochub.mongodb.org/core/causal-consistency".into(),
        );
    }
    Ok(())
}

/// Checks a write concern (<https://www.mongodb.com/docs/manual/reference/write-concern/>).
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
            // There is one server, so tags have no effect.
            ("w", View::Document(tags)) => check_tags(tags)?,
            ("w", _) => {
                return Err(Error::wrong_type(
                    ErrorCode::FAILED_TO_PARSE,
                    "w has to be a number, string, or object; found: {type}",
                    value.tag,
                ));
            }
            ("j" | "fsync", View::Bool(_) | View::Number(_)) | ("wtimeout", View::Number(_)) => {}
            (field @ ("j" | "fsync"), _) => {
                return Err(Error::failed_to_parse(format!("{field} must be numeric or a boolean value")));
            }
            ("wtimeout", _) => return Err(Error::failed_to_parse("wtimeout must be a number")),
            ("provenance", _) => {}
            (field, _) => return Err(Error::unknown_field("writeConcern", field)),
        }
    }
    Ok(())
}
