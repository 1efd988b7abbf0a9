//! `$_requestResumeToken` and `$_resumeAfter` of `find`: a scan in natural order that reports its position,
//! and resumes there.
//!
//! The manual doesn't document them; <https://jira.mongodb.org/browse/SERVER-79848> describes their
//! behaviour.

use crate::arguments::Arguments;
use crate::collection::{Collection, RecordId};
use crate::cursor::ResumeToken;
use crate::error::{Error, ErrorCode, Result};
use crate::plan::{Direction, Hint, PlanRequest};
use crate::value::{DocBuilder, Number, View};

/// The start of a scan that reports its position.
pub(in crate::command) enum Resume {
    /// The first record.
    First,
    /// After the record with this number, counted from 1; null before the first record.
    After(Option<i64>),
}

/// Parses the two options; `None` when no token is requested.
///
/// # Errors
/// `BadValue` for a malformed token, and for a sort other than natural order.
pub(in crate::command) fn parse(arguments: &Arguments<'_>, plan: &PlanRequest) -> Result<Option<Resume>> {
    let requested = arguments.flag("$_requestResumeToken")?;
    let token = arguments.document("$_resumeAfter")?.filter(|token| !token.is_empty());
    if !requested {
        return match token {
            Some(_) => {
                Err(Error::bad_value("'requestResumeToken' must be true if 'resumeAfter' is specified"))
            }
            None => Ok(None),
        };
    }
    if plan.sort.is_some() {
        let text = "sort must be unset or {$natural:1} if 'requestResumeToken' is enabled";
        return Err(Error::bad_value(text));
    }
    if plan.hint != Some(Hint::Natural(Direction::Forward)) {
        return Err(Error::bad_value("hint must be {$natural:1} if 'requestResumeToken' is enabled"));
    }
    let Some(token) = token else { return Ok(Some(Resume::First)) };
    let value = token.get("$recordId").filter(|_| token.count() == 1);
    match value.map(|value| value.view()) {
        Some(View::Null) => Ok(Some(Resume::After(None))),
        Some(View::Number(Number::Int64(number))) => Ok(Some(Resume::After(Some(number)))),
        _ => Err(Error::bad_value(
            "Malformed resume token: the '_resumeAfter' object must contain exactly one field named '$recordId', of type NumberLong, jstOID or BinData",
        )),
    }
}

impl Resume {
    /// Returns the record after which to begin.
    ///
    /// # Errors
    /// `KeyNotFound` (211) when the record no longer exists; `NotImplemented` (238) for a clustered
    /// collection, whose records have no numbers.
    pub(in crate::command) fn begin(&self, collection: &Collection) -> Result<Option<RecordId>> {
        if collection.options.clustered.is_some() {
            return Err(Error::not_supported("'$_requestResumeToken' on a clustered collection"));
        }
        let Resume::After(number) = self else { return Ok(None) };
        // Replies count from 1.
        let record = number.and_then(|number| RecordId::try_from(number).ok()).and_then(|n| n.checked_sub(1));
        match record.filter(|record| collection.records().contains(*record)) {
            Some(record) => Ok(Some(record)),
            None => Err(Error::new(
                ErrorCode::KEY_NOT_FOUND,
                format!(
                    "Failed to resume collection scan: the recordId from which we are attempting to resume no longer exists in the collection. recordIdToSeek: {}",
                    number.map_or_else(|| "null".to_owned(), |number| number.to_string())
                ),
            )),
        }
    }
}

/// Writes a token as a field.
pub(in crate::command) fn write(token: ResumeToken, out: &mut DocBuilder) {
    match token {
        ResumeToken::Behind(record) => out.append_i64("$recordId", record as i64 + 1),
        ResumeToken::None => out.append_null("$recordId"),
        ResumeToken::Change(token) => {
            token.write(out);
            out
        }
    };
}
