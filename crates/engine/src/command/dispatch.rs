//! Command dispatch, from the command's bytes to the reply's: common checks, fail points, transactions, the
//! profile.

use super::administration::fsync;
use super::{
    ANY_FIELDS, Command, GENERIC_FIELDS, Request, Writes, check_database_name, find_command, generic,
    is_change_stream, point, refused, reply, snapshot_read,
};
use crate::arguments::{Arguments, Names};
use crate::change_stream;
use crate::engine::Engine;
use crate::error::{Error, ErrorCode, Result};
use crate::fail_point::{FailPoint, FailPointCommand, Failure};
use crate::meter::{Meter, ProfileEntry, abridged};
use crate::transaction::{self, Membership, Retry, TransactionContext};
use crate::value::{DocBuilder, Number, RawDoc, RawValue, validate as validate_bson};

/// Initial capacity of a reply in bytes, enough for most.
const REPLY_CAPACITY: usize = 1024;

impl Engine {
    /// Runs one command: a BSON document with the command's name as first field and `$db`. For any bytes,
    /// returns a BSON document with either `ok: 1.0`, or `ok: 0.0`, `errmsg`, `code` and `codeName`.
    pub fn run_command(&mut self, command: &[u8]) -> Vec<u8> {
        self.run_command_within(command, Vec::with_capacity(REPLY_CAPACITY))
    }

    /// Like [`Self::run_command`]. Writes the reply into the buffer of an earlier one.
    pub fn run_command_within(&mut self, command: &[u8], room: Vec<u8>) -> Vec<u8> {
        let mut out = DocBuilder::within(room);
        if !point::answer(self, command, &mut out) {
            match validate_bson(command) {
                Ok(()) => dispatch(self, RawDoc::new(command), &mut out),
                Err(error) => reply::write_error(&error, &mut out),
            }
        }
        self.publish_changes();
        out.finish()
    }
}

fn dispatch(engine: &mut Engine, body: RawDoc<'_>, out: &mut DocBuilder) {
    engine.catch_up_ttl();
    engine.publish_changes();
    let mut beside = None;
    let target =
        prepare(body).map_err(|unknown| match apply_fail_points(engine, (first_name(body), &[]), body) {
            Ok(Some(Failure::Error(error))) if unknown.code() == ErrorCode::COMMAND_NOT_FOUND => error,
            _ => unknown,
        });
    let outcome = target.and_then(|target| {
        match apply_fail_points(engine, (target.0.name, target.0.aliases), body)? {
            Some(Failure::Error(error)) => return Err(error),
            Some(Failure::WithFields(fields)) => beside = Some(fields),
            None => {}
        }
        Ok(target)
    });
    // Errors of fail points have explicit labels; other errors are labelled by code.
    let outcome = outcome
        .and_then(|target| execute_in_session(engine, target, body, out).map_err(change_stream::labelled));
    match outcome {
        Ok(()) => {
            if is_unacknowledged(body) {
                *out = DocBuilder::new();
            }
            if let Some(fields) = beside {
                out.append_all(RawDoc::new(&fields));
            }
            out.append_f64("ok", 1.0);
        }
        Err(error) => {
            // Discard output written before the failure.
            *out = DocBuilder::new();
            let beside = beside.as_deref().map_or(RawDoc::empty(), RawDoc::new);
            reply::write_error_beside(beside, &error, out);
        }
    }
}

/// Whether a write requests no acknowledgement: `writeConcern: { w: 0 }`
/// (<https://www.mongodb.com/docs/manual/reference/write-concern/>).
fn is_unacknowledged(body: RawDoc<'_>) -> bool {
    let concern = body.get("writeConcern").and_then(RawValue::as_document);
    matches!(first_name(body), "insert" | "update" | "delete")
        && concern
            .and_then(|concern| concern.get("w"))
            .and_then(RawValue::as_number)
            .is_some_and(Number::is_zero)
}

/// Executes a command within its transaction or retryable write.
fn execute_in_session(
    engine: &mut Engine,
    target: (&'static Command, &str),
    body: RawDoc<'_>,
    out: &mut DocBuilder,
) -> Result<()> {
    let arguments = Arguments::new(target.0.structure(), body);
    engine.mark_session_used(&arguments);
    match transaction::membership(target.0.rules(), &arguments)? {
        Membership::None => match engine.begin_snapshot_read(target.0.rules(), &arguments)? {
            Some(read) => snapshot_read::read(engine, target, arguments, read, out),
            None => execute(engine, target, arguments, (None, None), out),
        },
        Membership::Retryable(retry) => {
            engine.begin_retryable(&retry)?;
            execute(engine, target, arguments, (None, Some(retry)), out)
        }
        Membership::Transaction(ticket) => {
            run_in_transaction(engine, target, arguments, &ticket, out).map_err(transaction::labelled)
        }
    }
}

/// Returns the command name, which may be unknown.
fn first_name(body: RawDoc<'_>) -> &str {
    body.first().map_or("", |first| first.name())
}

/// Applies fail points to a command, including their delay.
///
/// # Errors
/// `MaxTimeMSExpired` (50) when the delay exceeds the command's limit.
fn apply_fail_points(
    engine: &mut Engine,
    names: (&str, &[&str]),
    body: RawDoc<'_>,
) -> Result<Option<Failure>> {
    let expired = || Err(Error::time_limit());
    let limit = body.get("maxTimeMS").and_then(|limit| limit.as_number()).map(|limit| limit.to_i64_clamped());
    let limit = limit.and_then(|limit| u64::try_from(limit).ok()).filter(|limit| *limit > 0);
    if let Some(host) = &engine.host {
        host.begin_command(limit);
    }
    if limit.is_some() && engine.times_out.as_mut().is_some_and(FailPoint::is_due) {
        return expired();
    }
    let Some(point) = &mut engine.fail_point else { return Ok(None) };
    let (name, aliases) = names;
    let known = find_command(name);
    let stages = body.get("pipeline").and_then(RawValue::as_array).filter(|_| name == "aggregate");
    let command = FailPointCommand {
        name,
        aliases,
        body,
        writes: known.is_some_and(|command| command.writes != Writes::Never),
        ends_transaction: known.is_some_and(Command::ends_transaction),
        opens_change_stream: stages.is_some_and(is_change_stream),
    };
    let (wait, failure) = point.effect_on(command, engine.application.as_deref());
    let expires = limit.filter(|limit| *limit <= wait);
    engine.state.now_millis += expires.unwrap_or(wait) as i64;
    if expires.is_some() {
        return expired();
    }
    Ok(failure)
}

pub(super) fn execute(
    engine: &mut Engine,
    (command, database): (&'static Command, &str),
    arguments: Arguments<'_>,
    (ticket, retry): (Option<&TransactionContext>, Option<Retry>),
    reply: &mut DocBuilder,
) -> Result<()> {
    let mut request = Request {
        engine,
        name: command.name,
        database,
        body: arguments.body(),
        given: arguments,
        meter: Meter::default(),
        collection: "",
        ticket: ticket.cloned(),
        retry,
    };
    let result = check_fields(command, database, &arguments).and_then(|()| {
        if arguments.flag("help")? {
            reply.append_str("help", &format!("help for: {} {}", command.name, command.summary));
            return Ok(());
        }
        generic::check_snapshot(&arguments, &request, command)?;
        if command.writes == Writes::Always {
            fsync::check_unlocked(request.engine)?;
        }
        (command.run)(&mut request, reply)
    });
    if command.profiled {
        record(request, command, reply.len(), result.as_ref().err());
    }
    result
}

fn run_in_transaction(
    engine: &mut Engine,
    (command, database): (&'static Command, &str),
    arguments: Arguments<'_>,
    ticket: &TransactionContext,
    reply: &mut DocBuilder,
) -> Result<()> {
    if command.ends_transaction() {
        return execute(engine, (command, database), arguments, (Some(ticket), None), reply);
    }
    let outside = engine.enter(ticket, command.rules(), arguments.body())?;
    let cursors = engine.cursors.ids();
    let mut inner = DocBuilder::new();
    let outcome = execute(engine, (command, database), arguments, (Some(ticket), None), &mut inner);
    let inner = inner.finish();
    let inner = RawDoc::new(&inner);
    let bulk_errors = inner.get("nErrors").and_then(|count| count.as_number());
    let failed = outcome.is_err()
        || inner.get("writeErrors").is_some()
        || bulk_errors.is_some_and(|count| !count.is_zero());
    reply.append_all(inner);
    let left = engine.leave(ticket, outside, &cursors, failed);
    outcome.and(left)
}

fn prepare(body: RawDoc<'_>) -> Result<(&'static Command, &str)> {
    let first =
        body.first().ok_or_else(|| Error::new(ErrorCode::COMMAND_NOT_FOUND, "no such command: ''"))?;
    let name = first.name();
    let command = find_command(name);
    let database = match body.get("$db") {
        Some(value) => value.as_str().ok_or_else(|| Error::wrong_field_type(name, "$db", value, "string"))?,
        None => {
            return Err(Error::new(40571, "OP_MSG requests require a $db argument"));
        }
    };
    check_database_name(database)?;
    let unknown = || {
        refused::error(name, database)
            .unwrap_or_else(|| Error::new(ErrorCode::COMMAND_NOT_FOUND, format!("no such command: '{name}'")))
    };
    Ok((command.ok_or_else(unknown)?, database))
}

/// Returns the `Unauthorized` error for an `admin` command on another database.
pub(super) fn only_on_admin(command: &str) -> Error {
    Error::new(ErrorCode::UNAUTHORIZED, format!("{command} may only be run against the admin database."))
}

/// Rejects unknown fields, and an `admin` command on another database.
pub(super) fn check_fields(command: &Command, database: &str, arguments: &Arguments<'_>) -> Result<()> {
    let body = arguments.body();
    let mut before = Names::default();
    for (at, element) in body.iter().enumerate().skip(1) {
        let is = |name: &&str| name.as_bytes() == element.key;
        if command.refused.iter().any(is) {
            let name = element.name();
            return Err(Error::not_supported(&format!("The option '{name}' of {}", command.name)));
        }
        let known = command.fields.iter().any(is) || command.fields == ANY_FIELDS;
        if !known && !GENERIC_FIELDS.iter().any(is) {
            if command.lenient {
                continue;
            }
            return Err(arguments.unknown(element.name()));
        }
        // There are at most a few dozen known fields, so this is fast.
        if before.add(element.key) && body.iter().take(at).skip(1).any(|other| other.key == element.key) {
            let (structure, name) = (arguments.structure(), element.name());
            return Err(Error::new(40413, format!("BSON field '{structure}.{name}' is a duplicate field")));
        }
    }
    if command.admin && database != "admin" {
        return Err(only_on_admin(command.name));
    }
    generic::check(arguments, command)
}

pub(super) fn record(request: Request<'_>, command: &Command, response_bytes: usize, error: Option<&Error>) {
    let namespace = request.namespace();
    let mut meter = request.meter;
    meter.operations = meter.operations.max(1);
    request.engine.profile.push(ProfileEntry {
        sequence: 0,
        at: request.engine.now(),
        namespace: &namespace,
        operation: command.operation,
        command: &abridged(request.body),
        meter,
        error: error.map(|e| (e.code(), e.message())),
        request_bytes: request.body.as_bytes().len() as u64,
        response_bytes: response_bytes as u64,
    });
}
