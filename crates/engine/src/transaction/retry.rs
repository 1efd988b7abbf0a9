//! Retryable writes: <https://www.mongodb.com/docs/manual/core/retryable-writes/>.
//!
//! A write with a session and a transaction number, outside transactions, may be sent again. The results of
//! its statements are stored while the number is the session's latest. A retried statement is not executed;
//! its stored result is returned.

use super::{CommandRules, State, Transaction, invalid};
use crate::engine::Engine;
use crate::error::{Error, ErrorCode, Result};
use crate::session_id::session_text;
use crate::value::{DocBuilder, RawDoc, RawValue, tag};
use sorted_map::SortedMap;

/// The results of a retryable write's statements, by statement number.
pub(super) type Outcomes = SortedMap<i32, Vec<u8>>;

/// The state of a command as a retryable write.
#[derive(Debug)]
pub(crate) struct Retry {
    session: Vec<u8>,
    number: i64,
    first: i32,
    ids: Vec<i32>,
    /// The statements of this command that were already completed.
    pub(crate) retried: Vec<i32>,
}

impl Retry {
    /// Returns the number of the statement at `index`.
    fn statement(&self, index: usize) -> i32 {
        match self.ids.get(index) {
            Some(id) => *id,
            None => self.first.saturating_add(index as i32),
        }
    }
}

/// Parses the fields of a retryable write.
///
/// # Errors
/// `TypeMismatch`, `InvalidOptions`, 50768 for a command that cannot be retried.
pub(super) fn parse(command: CommandRules, body: RawDoc<'_>, session: Vec<u8>, number: i64) -> Result<Retry> {
    let (retryable, command) = (command.retryable, command.name);
    if !retryable {
        return Err(Error::new(
            50768,
            format!(
                "txnNumber may only be provided for multi-document transactions and retryable write commands. autocommit:false was not provided, and {command} is not a retryable write command."
            ),
        ));
    }
    let integer = |field: &str, value: RawValue<'_>| match value.as_number() {
        Some(number) if value.tag == tag::INT32 => Ok(number.to_i64_clamped() as i32),
        _ => Err(Error::wrong_field_type(command, field, value, "int")),
    };
    let first = body.get("stmtId").map_or(Ok(0), |value| integer("stmtId", value))?;
    let listed = body.get("stmtIds").and_then(RawValue::as_array).unwrap_or(RawDoc::empty());
    let ids: Vec<i32> = listed.values().map(|value| integer("stmtIds", value)).collect::<Result<_>>()?;
    let statements = ["documents", "updates", "deletes", "ops"];
    let given = statements.iter().find_map(|field| body.get(field)).and_then(RawValue::as_array);
    if !ids.is_empty() && ids.len() != given.map_or(1, |given| given.count()) {
        return Err(invalid("Number of statement ids must match the number of batch entries."));
    }
    Ok(Retry { session, number, first, ids, retried: Vec::new() })
}

impl Engine {
    /// Begins or continues a retryable write.
    ///
    /// # Errors
    /// `TransactionTooOld` (225); `InvalidOptions` (72) when the number belongs to a transaction.
    pub(crate) fn begin_retryable(&mut self, retry: &Retry) -> Result<()> {
        let number = retry.number;
        match self.sessions.transactions.get(&retry.session) {
            Some(last) if last.number > number => {
                let kind = last.state.kind();
                return Err(Error::new(
                    ErrorCode::TRANSACTION_TOO_OLD,
                    format!(
                        "Retryable write with txnNumber {number} is prohibited on session {} because a newer {kind} with txnNumber {} has already started on this session.",
                        session_text(&retry.session),
                        last.number
                    ),
                ));
            }
            Some(Transaction { number: last, state: State::Retryable(_) }) if *last == number => {}
            Some(last) if last.number == number => {
                return Err(invalid(
                    "Must specify autocommit=false on all operations of a multi-statement transaction.",
                ));
            }
            _ => {
                self.abort(&retry.session);
                let transaction = Transaction { number, state: State::Retryable(Outcomes::default()) };
                self.sessions.transactions.insert(retry.session.clone(), transaction);
            }
        }
        Ok(())
    }

    /// Returns the result of the statement at `index`, if it was already completed.
    pub(crate) fn completed_result(&self, retry: &mut Retry, index: usize) -> Option<Vec<u8>> {
        let statement = retry.statement(index);
        let Some(Transaction { state: State::Retryable(outcomes), .. }) =
            self.sessions.transactions.get(&retry.session)
        else {
            return None;
        };
        let outcome = outcomes.get(&statement)?;
        retry.retried.push(statement);
        Some(outcome.clone())
    }

    /// Stores the result of the statement at `index`.
    pub(crate) fn store_result(&mut self, retry: &Retry, index: usize, outcome: DocBuilder) {
        if let Some(Transaction { state: State::Retryable(outcomes), .. }) =
            self.sessions.transactions.get_mut(&retry.session)
        {
            outcomes.insert(retry.statement(index), outcome.finish());
        }
    }
}
