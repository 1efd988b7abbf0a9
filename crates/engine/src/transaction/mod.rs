//! Multi-document transactions: <https://www.mongodb.com/docs/manual/core/transactions/>.
//!
//! A transaction works on a snapshot of all collections, which costs nothing until it writes. On commit,
//! its changes are applied to the current state, unless others have changed the same documents.
//!
//! On a server, a write outside transactions waits for a transaction that has changed the document. Here
//! commands run one at a time and can't wait. Such a write succeeds, and the transaction fails with
//! `WriteConflict`.

mod changes;
mod command_rules;
mod retry;
mod session_registry;
mod snapshot;

use changes::{Databases, conflict, merged, overlap};
pub(crate) use command_rules::CommandRules;
pub use command_rules::{InTransactions, ReadConcern};
pub(crate) use retry::Retry;
pub(crate) use snapshot::SnapshotAccess;
use snapshot::SnapshotReads;

use crate::api_parameters::api_parameters;
use crate::arguments::Arguments;
use crate::change_stream::Event;
use crate::engine::Engine;
use crate::error::{Error, ErrorCode, Result};
use crate::internal_namespaces::is_internal;
use crate::session_id::{session_id, session_text, wrong_type};
use crate::value::{DocBuilder, RawDoc, RawValue, tag};
use sorted_map::SortedMap;

/// Maximum duration of a transaction in milliseconds (`transactionLifetimeLimitSeconds`).
const LIFETIME: i64 = 60_000;

/// The session and transaction of a command.
#[derive(Clone, Debug)]
pub(crate) struct TransactionContext {
    /// The session id.
    session: Vec<u8>,
    number: i64,
    starts: bool,
    /// The command's name.
    command: &'static str,
    /// The command's versioned API parameters.
    api: String,
}

/// The sessions, by id.
#[derive(Debug, Default)]
pub(crate) struct Sessions {
    /// The latest transaction of each session.
    transactions: SortedMap<Vec<u8>, Transaction>,
    /// The time of last use of each session, in milliseconds since 1970.
    used: SortedMap<Vec<u8>, i64>,
    /// The snapshots that can be read.
    snapshots: SnapshotReads,
}

#[derive(Debug)]
struct Transaction {
    number: i64,
    state: State,
}

#[derive(Debug)]
enum State {
    InProgress(Work),
    Committed,
    Aborted,
    /// A retryable write instead of a transaction.
    Retryable(retry::Outcomes),
}

impl State {
    fn kind(&self) -> &'static str {
        if matches!(self, State::Retryable(_)) { "retryable write" } else { "transaction" }
    }
}

/// A transaction in progress.
#[derive(Debug)]
struct Work {
    began_at: i64,
    /// The versioned API parameters of the transaction's first command.
    api: String,
    start: Databases,
    now: Databases,
    cursors: Vec<i64>,
    /// The events for change streams, visible on commit.
    changes: Vec<Event>,
}

fn invalid(text: &str) -> Error {
    Error::new(ErrorCode::INVALID_OPTIONS, text)
}

/// Returns the error for a transaction number below the session's last.
fn too_old(ticket: &TransactionContext, kind: &str, last: i64) -> Error {
    Error::new(
        ErrorCode::TRANSACTION_TOO_OLD,
        format!(
            "Cannot start transaction with {{ txnNumber: {} }} on session {} because a newer {kind} with {{ txnNumber: {last} }} has already started on this session.",
            ticket.number,
            session_text(&ticket.session)
        ),
    )
}

fn mismatch(ticket: &TransactionContext, first: &str) -> Error {
    Error::new(
        ErrorCode::API_MISMATCH_ERROR,
        format!(
            "API parameter mismatch: {} used params {}, the transaction's first command used {first}",
            ticket.command, ticket.api
        ),
    )
}

fn no_such(text: String) -> Error {
    Error::new(ErrorCode::NO_SUCH_TRANSACTION, text)
}

/// Returns the error for a transaction that has not begun. `last` is the session's last number.
fn not_begun(number: i64, last: i64) -> Error {
    no_such(format!(
        "Given transaction number {number} does not match any in-progress transactions. The active transaction number is {last}"
    ))
}

/// The role of a command in its session.
#[derive(Debug)]
pub(crate) enum Membership {
    /// Outside of transactions.
    None,
    /// Part of a transaction.
    Transaction(TransactionContext),
    /// A retryable write.
    Retryable(Retry),
}

/// Parses the session fields of a command.
///
/// # Errors
/// `InvalidOptions` (72) for invalid combinations of fields.
pub(crate) fn membership(command: CommandRules, arguments: &Arguments<'_>) -> Result<Membership> {
    let session = arguments.field("lsid").map(session_id).transpose()?;
    let flag = |name: &str| match arguments.field(name) {
        None => Ok(None),
        Some(value) if value.tag == tag::BOOL => Ok(value.as_bool()),
        Some(value) => Err(wrong_type(name, value, "bool")),
    };
    let (autocommit, starts) = (flag("autocommit")?, flag("startTransaction")?);
    let Some(number) = arguments.field("txnNumber") else {
        if autocommit.is_some() {
            return Err(invalid("'autocommit' field requires a transaction number to also be specified"));
        }
        if starts.is_some() {
            return Err(invalid(
                "'startTransaction' field requires a transaction number to also be specified",
            ));
        }
        return Ok(Membership::None);
    };
    if number.tag != tag::INT64 {
        return Err(wrong_type("txnNumber", number, "long"));
    }
    let number = number.as_number().map_or(0, |number| number.to_i64_clamped());
    let session =
        session.ok_or_else(|| invalid("Transaction number requires a session ID to also be specified"))?;
    if number < 0 {
        return Err(invalid("Transaction number cannot be negative"));
    }
    if autocommit == Some(true) {
        return Err(invalid("Specifying autocommit=true is not allowed."));
    }
    if starts == Some(false) {
        return Err(invalid("Specifying startTransaction=false is not allowed."));
    }
    if starts.is_some() && autocommit.is_none() {
        return Err(invalid("'startTransaction' field requires 'autocommit' field to also be specified"));
    }
    if autocommit.is_some() {
        return Ok(Membership::Transaction(TransactionContext {
            session,
            number,
            starts: starts.is_some(),
            command: command.name,
            api: api_parameters(arguments),
        }));
    }
    retry::parse(command, arguments.body(), session, number).map(Membership::Retryable)
}

/// Checks that a command is allowed in a transaction.
///
/// # Errors
/// `OperationNotSupportedInTransaction` (263), `InvalidOptions` (72).
fn check_allowed(ticket: &TransactionContext, command: CommandRules, body: RawDoc<'_>) -> Result<()> {
    let refused = |text: String| Err(Error::new(ErrorCode::OPERATION_NOT_SUPPORTED_IN_TRANSACTION, text));
    let name = command.name;
    match command.in_transactions {
        InTransactions::Refused { hint } => {
            return refused(format!("Cannot run '{name}' in a multi-document transaction.{hint}"));
        }
        InTransactions::Informs if ticket.starts => {
            return refused(format!("Cannot run '{name}' in a multi-document transaction."));
        }
        InTransactions::Ends if ticket.starts => {
            return refused(format!("Cannot start a transaction with '{name}'"));
        }
        InTransactions::NotFirst if ticket.starts => {
            return refused(format!(
                "Cannot run {name} as the first operation in a multi-document transaction."
            ));
        }
        _ => {}
    }
    let database = body.get("$db").and_then(RawValue::as_str).unwrap_or_default();
    // Commands that run only on `admin` don't access its data.
    let anywhere = command.admin || matches!(command.in_transactions, InTransactions::Informs);
    if is_internal(database) && !anywhere {
        return refused(format!("Cannot run command against the '{database}' database in a transaction."));
    }
    if let InTransactions::PartIf(check) = command.in_transactions {
        check(body)?;
    }
    let concern = body.get("readConcern").and_then(RawValue::as_document);
    let level = concern.and_then(|concern| concern.get("level")).and_then(RawValue::as_str);
    if matches!(level, Some("available" | "linearizable")) {
        return Err(invalid(
            "The readConcern level must be either 'local' (default), 'majority' or 'snapshot' in order to run in a transaction",
        ));
    }
    if !ticket.starts && body.get("readConcern").is_some() {
        return Err(invalid("Only the first command in a transaction may specify a readConcern"));
    }
    if !command.ends_transaction() && body.get("writeConcern").is_some() {
        return Err(invalid("writeConcern is not allowed within a multi-statement transaction"));
    }
    Ok(())
}

/// Adds the label that allows drivers to retry the whole transaction.
pub(crate) fn labelled(error: Error) -> Error {
    if !matches!(error.code(), ErrorCode::WRITE_CONFLICT | ErrorCode::NO_SUCH_TRANSACTION) {
        return error;
    }
    let mut details = DocBuilder::new();
    details.array("errorLabels", |labels| {
        labels.push_str("TransientTransactionError");
    });
    error.with_details(details)
}

impl Engine {
    /// Begins or continues a transaction: until [`Self::leave`], the engine uses its collections.
    ///
    /// # Errors
    /// Errors of the command's session fields.
    pub(crate) fn enter(
        &mut self,
        ticket: &TransactionContext,
        command: CommandRules,
        body: RawDoc<'_>,
    ) -> Result<Databases> {
        let allowed = check_allowed(ticket, command, body);
        if ticket.starts {
            allowed?;
            self.begin(ticket)?;
        } else if let Err(error) = allowed {
            self.abort(&ticket.session);
            return Err(error);
        }
        let work = self.work(ticket)?;
        let inside = work.now.clone();
        let outside = std::mem::replace(&mut self.state.databases, inside);
        self.attach_changes();
        Ok(outside)
    }

    fn begin(&mut self, ticket: &TransactionContext) -> Result<()> {
        let number = ticket.number;
        let last = self.sessions.transactions.get(&ticket.session);
        let kind = last.map_or("", |last| last.state.kind());
        match last.map_or(-1, |last| last.number) {
            last if last == number => {
                return Err(Error::new(
                    ErrorCode::CONFLICTING_OPERATION_IN_PROGRESS,
                    "Only servers in a sharded cluster can start a new transaction at the active transaction number",
                ));
            }
            last if last > number => return Err(too_old(ticket, kind, last)),
            _ => {}
        }
        self.abort(&ticket.session);
        let databases = &self.state.databases;
        let work = Work {
            began_at: self.state.now_millis,
            api: ticket.api.clone(),
            start: databases.clone(),
            now: databases.clone(),
            cursors: Vec::new(),
            changes: Vec::new(),
        };
        let transaction = Transaction { number, state: State::InProgress(work) };
        self.sessions.transactions.insert(ticket.session.clone(), transaction);
        Ok(())
    }

    /// Returns the transaction in progress that a command belongs to.
    fn work(&mut self, ticket: &TransactionContext) -> Result<&mut Work> {
        let now = self.state.now_millis;
        let last = self.sessions.transactions.get(&ticket.session);
        if let Some(Transaction { state: State::InProgress(work), .. }) = last
            && now - work.began_at > LIFETIME
        {
            self.abort(&ticket.session);
        }
        let number = ticket.number;
        match self.sessions.transactions.get_mut(&ticket.session) {
            Some(last) if last.number == number => match &mut last.state {
                State::InProgress(work) => match work.api == ticket.api {
                    true => Ok(work),
                    false => Err(mismatch(ticket, &work.api)),
                },
                State::Retryable(_) => Err(not_begun(number, number)),
                State::Aborted => {
                    Err(no_such(format!("Transaction with {{ txnNumber: {number} }} has been aborted.")))
                }
                State::Committed => Err(Error::new(
                    ErrorCode::TRANSACTION_COMMITTED,
                    format!("Transaction with {{ txnNumber: {number} }} has been committed."),
                )),
            },
            Some(last) if last.number > number => Err(too_old(ticket, last.state.kind(), last.number)),
            last => Err(not_begun(number, last.map_or(-1, |last| last.number))),
        }
    }

    /// Restores the collections as of [`Self::enter`], and stores the command's changes in the transaction.
    /// A failed command aborts it.
    ///
    /// # Errors
    /// `WriteConflict` when others have also changed a changed document.
    pub(crate) fn leave(
        &mut self,
        ticket: &TransactionContext,
        outside: Databases,
        cursors_before: &[i64],
        failed: bool,
    ) -> Result<()> {
        let inside = std::mem::replace(&mut self.state.databases, outside);
        let mut opened = self.cursors.ids();
        opened.retain(|id| cursors_before.binary_search(id).is_err());
        let present = self.state.databases.clone();
        let changes = self.take_changes();
        let work = self.work(ticket)?;
        work.changes.extend(changes);
        let wrote = !std::rc::Rc::ptr_eq(&work.now, &inside);
        work.now = inside;
        work.cursors.extend(opened);
        if failed {
            self.abort(&ticket.session);
            return Ok(());
        }
        if !wrote {
            return Ok(());
        }
        let mine = (work.start.clone(), work.now.clone());
        let others = self.sessions.transactions.iter().filter(|(session, _)| **session != ticket.session);
        let overlaps = others.into_iter().any(|(_, other)| match &other.state {
            State::InProgress(other) => overlap((&mine.0, &mine.1), (&other.start, &other.now)),
            _ => false,
        });
        let outcome = if overlaps { Err(conflict()) } else { merged(&mine.0, &mine.1, &present).map(drop) };
        // Discard the events of this trial merge.
        drop(self.take_changes());
        if outcome.is_err() {
            self.abort(&ticket.session);
        }
        outcome
    }

    /// Makes the transaction's changes visible. A repeated commit succeeds.
    ///
    /// # Errors
    /// `WriteConflict`, `NoSuchTransaction`.
    pub(crate) fn commit(&mut self, ticket: &TransactionContext) -> Result<()> {
        let present = self.state.databases.clone();
        let work = match self.work(ticket) {
            Err(error) if error.code() == ErrorCode::TRANSACTION_COMMITTED => return Ok(()),
            work => work?,
        };
        let outcome = merged(&work.start, &work.now, &present);
        let changes = std::mem::take(&mut work.changes);
        drop(self.take_changes());
        match outcome {
            Ok(databases) => {
                self.state.databases = databases;
                self.attach_changes();
                self.publish_transaction(changes, &ticket.session, ticket.number);
                self.finish(&ticket.session, State::Committed);
                Ok(())
            }
            Err(error) => {
                self.abort(&ticket.session);
                Err(error)
            }
        }
    }

    /// Discards the transaction's changes.
    ///
    /// # Errors
    /// `NoSuchTransaction`, `TransactionCommitted`.
    pub(crate) fn roll_back(&mut self, ticket: &TransactionContext) -> Result<()> {
        self.work(ticket)?;
        self.abort(&ticket.session);
        Ok(())
    }

    /// Aborts the session's transaction in progress, if any.
    pub(crate) fn abort(&mut self, session: &[u8]) {
        if let Some(Transaction { state: State::InProgress(_), .. }) = self.sessions.transactions.get(session)
        {
            self.finish(session, State::Aborted);
        }
    }

    fn finish(&mut self, session: &[u8], end: State) {
        let Some(transaction) = self.sessions.transactions.get_mut(session) else { return };
        if let State::InProgress(work) = std::mem::replace(&mut transaction.state, end) {
            for id in work.cursors {
                self.cursors.close(id);
            }
        }
    }

    /// Whether a collection existed when the transaction began.
    pub(crate) fn existed_before(&self, ticket: &TransactionContext, database: &str, name: &str) -> bool {
        match self.sessions.transactions.get(&ticket.session) {
            Some(Transaction { state: State::InProgress(work), .. }) => {
                work.start.get(database).is_some_and(|collections| collections.contains_key(name))
            }
            _ => false,
        }
    }

    /// Aborts the transactions of these sessions, or of all. Their transaction numbers stay used.
    pub(crate) fn kill_sessions(&mut self, named: Option<Vec<Vec<u8>>>) {
        let all = || self.sessions.transactions.keys().chain(self.sessions.used.keys()).cloned().collect();
        for session in named.unwrap_or_else(all) {
            self.abort(&session);
            self.cursors.close_session(&session);
        }
    }

    /// Ends a session.
    pub(crate) fn end_session(&mut self, session: &[u8]) {
        self.abort(session);
        self.sessions.transactions.remove(session);
        self.sessions.used.remove(session);
    }
}
