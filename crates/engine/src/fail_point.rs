//! The fail point `failCommand`, by which tests let commands fail
//! (<https://github.com/mongodb/mongo/wiki/The-%22failCommand%22-fail-point>).

use crate::error::{Error, ErrorCode, Result};
use crate::value::{DocBuilder, RawDoc, RawValue};

/// Commands that fail, and how.
#[derive(Debug, Default)]
pub(crate) struct FailPoint {
    commands: Vec<String>,
    namespace: Option<String>,
    /// Commands to let through first.
    skip: u64,
    /// Commands left to fail; `None` for all.
    times: Option<u64>,
    code: Option<i32>,
    labels: Option<Vec<String>>,
    /// What the reply of a command that is carried out says beside.
    concern_error: Option<Vec<u8>>,
    /// Commands that have met it.
    pub(crate) met: u64,
}

/// What a command meets.
#[derive(Debug)]
pub(crate) enum Failure {
    /// It is not carried out.
    Error(Error),
    /// It is carried out, and its reply says this of the write concern.
    WriteConcern(Vec<u8>),
}

/// Codes after which a driver sends a write again.
const RETRYABLE: &[i32] = &[6, 7, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436];

impl FailPoint {
    /// Reads `mode` and `data`; `None` switches it off.
    ///
    /// # Errors
    /// `BadValue`; `NotImplemented` for what needs a connection.
    pub(crate) fn parse(mode: RawValue<'_>, data: Option<RawDoc<'_>>) -> Result<Option<Self>> {
        let mut point = FailPoint::default();
        let number = |doc: RawDoc<'_>, field: &str| doc.get(field).and_then(RawValue::as_number);
        match (mode.as_str(), mode.as_document()) {
            (Some("off"), _) => return Ok(None),
            (Some("alwaysOn"), _) => {}
            (_, Some(doc)) => match (number(doc, "times"), number(doc, "skip")) {
                (Some(times), _) => point.times = Some(times.to_i64_clamped().max(0) as u64),
                (_, Some(skip)) => point.skip = skip.to_i64_clamped().max(0) as u64,
                _ => return Err(Error::bad_value("'mode' must be one of 'times', 'skip'")),
            },
            _ => return Err(Error::bad_value("unknown mode for failpoint 'failCommand'")),
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
                "namespace" => point.namespace = value.as_str().map(str::to_owned),
                "writeConcernError" => {
                    point.concern_error = value.as_document().map(|error| error.as_bytes().to_vec());
                }
                "appName" | "failInternalCommands" | "threadName" => {}
                "closeConnection" | "blockConnection" if value.as_bool() != Some(true) => {}
                "blockTimeMS" => {}
                other => return Err(Error::not_supported(&format!("The option '{other}' of failCommand"))),
            }
        }
        Ok(Some(point))
    }

    /// What a command meets, if anything.
    pub(crate) fn meet(&mut self, command: &str, body: RawDoc<'_>) -> Option<Failure> {
        let database = body.get("$db").and_then(RawValue::as_str).unwrap_or_default();
        let collection = body.first().and_then(|first| first.value.as_str()).unwrap_or_default();
        let elsewhere = |namespace: &String| *namespace != format!("{database}.{collection}");
        if !self.commands.iter().any(|name| name == command) || self.namespace.as_ref().is_some_and(elsewhere)
        {
            return None;
        }
        if self.skip > 0 {
            self.skip -= 1;
            return None;
        }
        match &mut self.times {
            Some(0) => return None,
            Some(left) => *left -= 1,
            None => {}
        }
        self.met += 1;
        if let Some(code) = self.code {
            let error = Error::new(code, "Failing command via 'failCommand' failpoint");
            return Some(Failure::Error(self.labelled(error, command, body)));
        }
        self.concern_error.clone().map(Failure::WriteConcern)
    }

    /// The error with the labels asked for, or those that it has by its code.
    fn labelled(&self, error: Error, command: &str, body: RawDoc<'_>) -> Error {
        let by_code = || {
            let retryable = RETRYABLE.contains(&error.code());
            let ends = crate::transaction::ends(command);
            let inside = body.get("autocommit").is_some();
            let transient = error.code() == ErrorCode::WRITE_CONFLICT || (retryable && !ends);
            let again = retryable && (ends || (body.get("txnNumber").is_some() && !inside));
            let mut labels = Vec::new();
            if inside && transient {
                labels.push("TransientTransactionError".to_owned());
            }
            if again {
                labels.push("RetryableWriteError".to_owned());
            }
            labels
        };
        let labels = self.labels.clone().unwrap_or_else(by_code);
        if labels.is_empty() {
            return error;
        }
        let mut details = DocBuilder::new();
        details.array("errorLabels", |array| {
            for label in &labels {
                array.push_str(label);
            }
        });
        error.with_details(details)
    }
}
