//! The fail point `failCommand`, by which tests make commands fail
//! (<https://github.com/mongodb/mongo/wiki/The-%22failCommand%22-fail-point>), and the modes of all fail
//! points.

use crate::change_stream;
use crate::error::{Error, ErrorCode, Result};
use crate::value::{DocBuilder, Number, RawDoc, RawValue};

/// A configured fail point: the commands it affects, and its effects.
#[derive(Debug, Default)]
pub(crate) struct FailPoint {
    commands: Vec<String>,
    /// Whether every command is affected.
    all: bool,
    namespace: Option<String>,
    /// The application whose commands are affected.
    application: Option<String>,
    /// Additional fields in the reply of a failed command.
    extra: Option<Vec<u8>>,
    /// The number of commands to let pass first.
    skip: u64,
    /// The number of commands to affect; `None` for all.
    times: Option<u64>,
    code: Option<i32>,
    labels: Option<Vec<String>>,
    /// The `writeConcernError` in the reply of a command, which still runs.
    concern_error: Option<Vec<u8>>,
    /// Whether the connection is closed without a reply.
    closes: bool,
    /// Delay before the command runs, in milliseconds.
    delay_millis: u64,
    /// The number of commands affected so far.
    pub(crate) hits: u64,
}

/// The properties of a command that determine the fail point's effect.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FailPointCommand<'a> {
    pub(crate) name: &'a str,
    pub(crate) aliases: &'a [&'a str],
    pub(crate) body: RawDoc<'a>,
    /// Whether the command takes a write concern.
    pub(crate) writes: bool,
    pub(crate) ends_transaction: bool,
    pub(crate) opens_change_stream: bool,
}

/// The effect on a command.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The command fails without running.
    Error(Error),
    /// The command runs, and its reply has additional fields: `writeConcernError`, `errorLabels`.
    WithFields(Vec<u8>),
}

/// Error codes after which a driver retries a write.
const RETRYABLE: &[i32] = &[6, 7, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436];

/// Additional error codes after which a change stream can be resumed
/// (<https://github.com/mongodb/specifications/blob/master/source/change-streams/change-streams.md#resumable-error>).
const RESUMABLE: &[i32] = &[63, 133, 150, 234, 13388];

/// Error codes after which a whole transaction may be retried.
const TRANSIENT: &[i32] = &[
    ErrorCode::LOCK_TIMEOUT,
    ErrorCode::WRITE_CONFLICT,
    ErrorCode::SNAPSHOT_TOO_OLD,
    ErrorCode::SNAPSHOT_UNAVAILABLE,
    ErrorCode::NO_SUCH_TRANSACTION,
    ErrorCode::PREPARED_TRANSACTION_IN_PROGRESS,
];

impl FailPoint {
    /// Parses `mode` and `data`; `None` disables the fail point.
    ///
    /// # Errors
    /// `BadValue`; `NotImplemented` for unknown options.
    pub(crate) fn parse(mode: RawValue<'_>, data: Option<RawDoc<'_>>) -> Result<Option<Self>> {
        let mut point = FailPoint::default();
        let number = |doc: RawDoc<'_>, field: &str| doc.get(field).and_then(RawValue::as_number);
        match (mode.as_str(), mode.as_document()) {
            (Some("off"), _) => return Ok(None),
            (Some("alwaysOn"), _) => {}
            (_, Some(doc)) => match (number(doc, "times"), number(doc, "skip")) {
                (Some(times), _) => point.times = Some(count(times, "times")?),
                (_, Some(skip)) => point.skip = count(skip, "skip")?,
                _ => return Err(Error::bad_value("'mode' must be one of 'times', 'skip'")),
            },
            (Some(other), _) => return Err(Error::bad_value(format!("unknown mode: {other}"))),
            _ => return Err(Error::type_mismatch("'mode' must be a string or JSON object")),
        }
        for element in data.unwrap_or(RawDoc::empty()) {
            let value = element.value;
            let texts = || -> Vec<String> {
                let items = value.as_array().unwrap_or(RawDoc::empty());
                items.values().filter_map(|item| item.as_str().map(str::to_owned)).collect()
            };
            match element.name() {
                "failCommands" => point.commands = texts(),
                "errorCode" => point.code = value.as_number().map(|code| code.to_i64_clamped() as i32),
                "errorLabels" => point.labels = Some(texts()),
                "failAllCommands" => point.all = value.as_bool() == Some(true),
                "appName" => point.application = value.as_str().map(str::to_owned),
                "errorExtraInfo" => {
                    point.extra = value.as_document().map(|extra| extra.as_bytes().to_vec());
                }
                "namespace" => point.namespace = value.as_str().map(str::to_owned),
                "writeConcernError" => {
                    point.concern_error = value.as_document().map(|error| error.as_bytes().to_vec());
                }
                "closeConnection" => point.closes = value.as_bool() == Some(true),
                "blockTimeMS" => {
                    point.delay_millis =
                        value.as_number().map_or(0, |millis| millis.to_i64_clamped().max(0) as u64);
                }
                "failInternalCommands" | "threadName" | "blockConnection" => {}
                other => return Err(Error::not_supported(&format!("The option '{other}' of failCommand"))),
            }
        }
        if data.and_then(|data| data.get("blockConnection")).and_then(RawValue::as_bool) != Some(true) {
            point.delay_millis = 0;
        }
        Ok(Some(point))
    }

    /// Returns the effect on a command of an application: the delay in milliseconds, and the failure, if
    /// any.
    pub(crate) fn effect_on(
        &mut self,
        command: FailPointCommand<'_>,
        application: Option<&str>,
    ) -> (u64, Option<Failure>) {
        let FailPointCommand { name, aliases, body, .. } = command;
        let database = body.get("$db").and_then(RawValue::as_str).unwrap_or_default();
        let collection = body.first().and_then(|first| first.value.as_str()).unwrap_or_default();
        let elsewhere = |namespace: &String| *namespace != format!("{database}.{collection}");
        let named = |one: &String| one == name || aliases.contains(&one.as_str());
        // `configureFailPoint` can always disable the fail point, even if `data` names it.
        let concerned = (self.all || self.commands.iter().any(named)) && name != "configureFailPoint";
        let other = self.application.is_some() && self.application.as_deref() != application;
        if !concerned
            || other
            || !self.acts_on(command)
            || self.namespace.as_ref().is_some_and(elsewhere)
            || !self.is_due()
        {
            return (0, None);
        }
        (self.delay_millis, self.failure(command))
    }

    /// Whether the `mode` affects this command, which is counted.
    pub(crate) fn is_due(&mut self) -> bool {
        if self.skip > 0 {
            self.skip -= 1;
            return false;
        }
        match &mut self.times {
            Some(0) => return false,
            Some(left) => *left -= 1,
            None => {}
        }
        self.hits += 1;
        true
    }

    /// Whether the fail point has an effect on the command. A write concern error affects only commands
    /// that take a write concern.
    fn acts_on(&self, command: FailPointCommand<'_>) -> bool {
        let reports_concern = self.concern_error.is_some() && command.writes;
        self.closes || self.delay_millis > 0 || self.code.is_some() || reports_concern
    }

    fn failure(&self, command: FailPointCommand<'_>) -> Option<Failure> {
        let code = if self.closes { Some(ErrorCode::HOST_UNREACHABLE) } else { self.code };
        if let Some(code) = code {
            let text = if self.closes {
                "The connection was closed via 'failCommand' failpoint"
            } else {
                "Failing command via 'failCommand' failpoint"
            };
            let error = Error::new(code, text);
            let labels = self.labels((code, true), command);
            let mut details = DocBuilder::new();
            if let Some(extra) = &self.extra {
                details.append_all(RawDoc::new(extra));
            }
            if labels.is_empty() && self.extra.is_none() {
                return Some(Failure::Error(error));
            }
            return Some(Failure::Error(error.with_details(with_labels(details, &labels))));
        }
        let concern = self.concern_error.as_deref().map(RawDoc::new);
        let code = concern.and_then(|concern| concern.get("code")).and_then(RawValue::as_number);
        let code = code.map_or(0, |code| code.to_i64_clamped() as i32);
        let labels = self.labels((code, false), command);
        let mut beside = DocBuilder::new();
        if let Some(concern) = concern {
            beside.append_doc("writeConcernError", concern);
        }
        let beside = with_labels(beside, &labels).finish();
        (!RawDoc::new(&beside).is_empty()).then_some(Failure::WithFields(beside))
    }

    /// Returns the configured labels, or else the labels of the error's code. A write concern error (`failed` is false)
    /// never suggests retrying a whole transaction.
    fn labels(&self, (code, failed): (i32, bool), command: FailPointCommand<'_>) -> Vec<String> {
        if let Some(labels) = &self.labels {
            return labels.clone();
        }
        let retryable = RETRYABLE.contains(&code);
        let ends = command.ends_transaction;
        let inside = command.body.get("autocommit").is_some();
        let transient = TRANSIENT.contains(&code) || (retryable && !ends);
        let again = retryable && (ends || (command.body.get("txnNumber").is_some() && !inside));
        let given = [
            (inside && failed && transient, "TransientTransactionError"),
            (again, "RetryableWriteError"),
            (
                failed && command.opens_change_stream && (retryable || RESUMABLE.contains(&code)),
                "ResumableChangeStreamError",
            ),
            (failed && change_stream::is_fatal(code), "NonResumableChangeStreamError"),
        ];
        given.iter().filter(|(given, _)| *given).map(|(_, label)| (*label).to_owned()).collect()
    }
}

/// Parses a number in a mode: how many commands to affect or to skip.
fn count(given: Number, mode: &str) -> Result<u64> {
    let negative = |_| Error::bad_value(format!("'{mode}' option to 'mode' must be positive"));
    u64::try_from(given.to_i64_clamped()).map_err(negative)
}

fn with_labels(mut out: DocBuilder, labels: &[String]) -> DocBuilder {
    if !labels.is_empty() {
        out.array("errorLabels", |array| {
            for label in labels {
                array.push_str(label);
            }
        });
    }
    out
}
