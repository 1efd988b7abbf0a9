//! The commands, one a file, and the table that lists them.
//!
//! Reference: <https://www.mongodb.com/docs/manual/reference/command/>.

mod abort_transaction;
mod aggregate;
mod api;
mod reply;

pub(crate) use api::parameters as api_parameters;
pub(crate) use coll_stats::write_stats as write_collection_stats;
pub use names::{check_collection_name, check_database_name};

mod build_info;
mod bulk_write;
mod coll_mod;
mod coll_stats;
mod commit_transaction;
mod compact;
mod configure_fail_point;
mod connection_pool_stats;
mod connection_status;
mod convert_to_capped;
mod count;
mod create;
mod create_indexes;
mod current_op;
mod data_size;
mod db_stats;
mod delete;
mod distinct;
mod dojo_help;
mod dojo_profile;
mod dojo_stages;
mod drop;
mod drop_database;
mod drop_indexes;
mod end_sessions;
mod explain;
mod features;
mod find;
mod find_and_modify;
mod fsync;
mod generic;
mod get_cmd_line_opts;
mod get_log;
mod get_more;
mod get_parameter;
mod hello;
mod host_info;
mod index_change;
mod insert;
mod kill_all_sessions;
mod kill_cursors;
mod kill_op;
mod list_collections;
mod list_commands;
mod list_databases;
mod list_indexes;
mod lock_info;
mod log_rotate;
mod lookup;
mod map_reduce;
mod modify;
mod names;
mod output;
mod ping;
mod plan_cache_clear;
mod plan_cache_filters;
mod profile;
mod query;
mod re_index;
pub(crate) mod refused;
mod rename_collection;
mod server_status;
mod set_parameter;
mod sharding_state;
mod start_session;
mod time_series;
mod top;
mod update;
mod users_info;
mod validate;
mod view;
mod view_read;
mod whatsmyuri;
mod write;

use crate::arguments::{Arguments, Names};
use crate::engine::Engine;
use crate::error::{Error, ErrorCode, Result};
use crate::fail_point::Failure;
use crate::meter::{Meter, ProfileEntry, abridged};
use crate::plan::Verbosity;
use crate::transaction::{self, Membership, Retry, Ticket};
use crate::value::{DocBuilder, RawDoc, validate as validate_bson};

/// A command's table entry.
#[derive(Debug)]
pub struct Command {
    /// The name, as the first field of the command.
    pub name: &'static str,
    /// Other spellings.
    pub aliases: &'static [&'static str],
    /// One line on what it does.
    pub summary: &'static str,
    /// A command that works on the collection `books` of documents with `_id`, `title`,
    /// `author`, `year`, `copies` and an index on `author`, in relaxed extended JSON;
    /// `"<cursor>"` stands for the id of an open cursor, `"<session>"` for a session
    /// that has transaction 1 in progress.
    pub example: &'static str,
    /// What the profile calls it: `query`, `insert`, `update`, `remove`, `getmore`, `command`.
    pub operation: &'static str,
    /// Whether the profile keeps an entry (not for connection handling).
    pub profiled: bool,
    /// Fields it takes besides those every command takes.
    pub fields: &'static [&'static str],
    /// Whether it passes over fields that it does not know, as the oldest commands do.
    pub lenient: bool,
    /// Carries it out and writes the reply, without `ok`.
    pub run: fn(&mut Request<'_>, &mut DocBuilder) -> Result<()>,
    /// Explains it, where the server can.
    pub explain: Option<Explain>,
    /// Whether it is for the database `admin` alone.
    pub admin: bool,
    /// Options of MongoDB's that are refused by name.
    pub refused: &'static [&'static str],
    /// The fields that version 1 of the API leaves out; `None` for a command that is not in it.
    pub version_1: Option<&'static [&'static str]>,
    /// Whether it may read at another level than `local`.
    pub read_concern: bool,
    /// Whether it may wait for what it writes.
    pub write_concern: bool,
    /// Whether it may be part of a transaction.
    pub transactional: bool,
    /// Whether it is a write that may be sent twice.
    pub retryable: bool,
}

impl Command {
    /// What a command is unless its entry says otherwise.
    pub const DEFAULT: Command = Command {
        name: "",
        aliases: &[],
        summary: "",
        example: "",
        operation: "command",
        profiled: true,
        fields: &[],
        lenient: false,
        run: |_, _| Ok(()),
        explain: None,
        admin: false,
        refused: &[],
        version_1: None,
        read_concern: false,
        write_concern: false,
        transactional: false,
        retryable: false,
    };
}

/// Explains a command: writes the reply, without `command` and `ok`.
pub type Explain = fn(&mut Request<'_>, Verbosity, &mut DocBuilder) -> Result<()>;

/// All commands.
pub static COMMANDS: &[&Command] = &[
    &abort_transaction::COMMAND,
    &aggregate::COMMAND,
    &build_info::COMMAND,
    &bulk_write::COMMAND,
    &coll_mod::COMMAND,
    &coll_stats::COMMAND,
    &commit_transaction::COMMAND,
    &compact::COMMAND,
    &configure_fail_point::COMMAND,
    &connection_pool_stats::COMMAND,
    &connection_status::COMMAND,
    &convert_to_capped::COMMAND,
    &convert_to_capped::CLONE,
    &count::COMMAND,
    &create::COMMAND,
    &create_indexes::COMMAND,
    &current_op::COMMAND,
    &data_size::COMMAND,
    &db_stats::COMMAND,
    &delete::COMMAND,
    &distinct::COMMAND,
    &dojo_help::COMMAND,
    &dojo_profile::COMMAND,
    &dojo_stages::COMMAND,
    &drop::COMMAND,
    &drop_database::COMMAND,
    &drop_indexes::COMMAND,
    &end_sessions::COMMAND,
    &end_sessions::KILL,
    &end_sessions::REFRESH,
    &explain::COMMAND,
    &features::COMMAND,
    &find::COMMAND,
    &find_and_modify::COMMAND,
    &fsync::COMMAND,
    &fsync::UNLOCK,
    &get_cmd_line_opts::COMMAND,
    &get_log::COMMAND,
    &get_more::COMMAND,
    &get_parameter::COMMAND,
    &hello::COMMAND,
    &host_info::COMMAND,
    &insert::COMMAND,
    &kill_all_sessions::COMMAND,
    &kill_cursors::COMMAND,
    &kill_op::COMMAND,
    &list_collections::COMMAND,
    &list_commands::COMMAND,
    &list_databases::COMMAND,
    &list_indexes::COMMAND,
    &lock_info::COMMAND,
    &log_rotate::COMMAND,
    &map_reduce::COMMAND,
    &ping::COMMAND,
    &plan_cache_clear::COMMAND,
    &plan_cache_filters::CLEAR,
    &plan_cache_filters::LIST,
    &plan_cache_filters::SET,
    &profile::COMMAND,
    &re_index::COMMAND,
    &rename_collection::COMMAND,
    &server_status::COMMAND,
    &set_parameter::COMMAND,
    &sharding_state::COMMAND,
    &start_session::COMMAND,
    &top::COMMAND,
    &update::COMMAND,
    &users_info::COMMAND,
    &users_info::ROLES,
    &validate::COMMAND,
    &whatsmyuri::COMMAND,
];

/// Fields that every command takes.
pub const GENERIC_FIELDS: &[&str] = &[
    "$db",
    "$readPreference",
    "$clusterTime",
    "apiVersion",
    "apiStrict",
    "apiDeprecationErrors",
    "autocommit",
    "comment",
    "help",
    "lsid",
    "maxTimeMS",
    "readConcern",
    "startTransaction",
    "txnNumber",
    "writeConcern",
];

/// The fields of a command that looks at all of them itself.
const ANY_FIELDS: &[&str] = &["*"];

/// A command being carried out.
pub struct Request<'a> {
    /// The server.
    pub engine: &'a mut Engine,
    /// The command's own name, for messages.
    pub name: &'static str,
    /// `$db`.
    pub database: &'a str,
    /// The whole command.
    pub body: RawDoc<'a>,
    /// Its fields, to be read with the server's type errors.
    given: Arguments<'a>,
    /// What it costs.
    pub meter: Meter,
    /// The collection worked on, for the profile.
    pub collection: &'a str,
    /// The transaction it belongs to.
    pub(crate) ticket: Option<Ticket>,
    /// The retryable write that it is.
    pub(crate) retry: Option<Retry>,
}

impl<'a> Request<'a> {
    /// The command's fields, read with the server's type errors.
    pub fn arguments(&self) -> Arguments<'a> {
        self.given
    }

    /// Whether the command stores documents past the collection's validator.
    ///
    /// # Errors
    /// `TypeMismatch` when the flag is none.
    pub fn bypasses_validation(&self) -> Result<bool> {
        self.arguments().flag("bypassDocumentValidation")
    }

    /// Reads the collection name from the command's first field, checks it and
    /// notes it for the profile.
    ///
    /// # Errors
    /// `InvalidNamespace` (73), `BadValue` for a value that is no string.
    pub fn collection_name(&mut self) -> Result<&'a str> {
        let name = self.arguments().collection_name()?;
        check_collection_name(self.database, name)?;
        self.collection = name;
        Ok(name)
    }

    /// `database.collection` of the command.
    pub fn namespace(&self) -> String {
        let collection = if self.collection.is_empty() { "$cmd" } else { self.collection };
        [self.database, ".", collection].concat()
    }
}

impl Request<'_> {
    /// What the statement at `index` did, when this is a write sent again.
    pub(crate) fn done_before(&mut self, index: usize) -> Option<Vec<u8>> {
        self.engine.done_before(self.retry.as_mut()?, index)
    }

    /// Keeps what the statement at `index` did, in case this write is sent again.
    pub(crate) fn remember(&mut self, index: usize, fill: impl FnOnce(&mut DocBuilder)) {
        if let Some(retry) = &self.retry {
            let mut outcome = DocBuilder::new();
            fill(&mut outcome);
            self.engine.remember(retry, index, outcome);
        }
    }

    /// The number of the statement that had been carried out before.
    pub(crate) fn retried_statement(&self) -> i32 {
        self.retry.as_ref().and_then(|retry| retry.retried.last()).copied().unwrap_or(0)
    }

    /// Writes `retriedStmtIds`, when statements had been carried out before.
    pub(crate) fn write_retried(&self, out: &mut DocBuilder) {
        let Some(retry) = self.retry.as_ref().filter(|retry| !retry.retried.is_empty()) else { return };
        out.array("retriedStmtIds", |ids| {
            for id in &retry.retried {
                ids.push(&crate::value::Value::Int32(*id));
            }
        });
    }

    /// Keeps a cursor on a collection open; gives its id.
    pub(crate) fn keep_cursor(&mut self, collection: &str, mut cursor: crate::cursor::Cursor) -> i64 {
        cursor.database = self.database.to_owned();
        cursor.collection = collection.to_owned();
        // The session's fields were read before the command began.
        cursor.owner = crate::cursor::Owner::of(&self.arguments()).unwrap_or_default();
        // Positive, not zero, and exact as a double, which some drivers use.
        let id = (self.engine.random() >> 12) as i64 | 1;
        self.engine.cursors.insert(id, cursor);
        id
    }

    /// Replies with documents computed already, as a cursor.
    pub(crate) fn reply_documents(
        &mut self,
        documents: Vec<Vec<u8>>,
        collection: &str,
        out: &mut DocBuilder,
    ) -> Result<()> {
        let options = self.arguments().document("cursor")?.unwrap_or(RawDoc::empty());
        let name = [self.name, ".cursor"].concat();
        let options = Arguments::new(&name, options);
        options.only(&["batchSize"])?;
        let size = options.count("batchSize")?;
        let size = size.map_or(crate::cursor::DEFAULT_FIRST_BATCH, |n| n as usize);
        let source = crate::cursor::Source::Documents(documents.into());
        let mut cursor = crate::cursor::Cursor::new(source);
        let mut reply = reply::CursorReply::begin("firstBatch", out);
        let exhausted = cursor.fill(None, size, &mut reply.batch)?;
        self.meter.returned += reply.batch.len() as u64;
        let id = if exhausted { 0 } else { self.keep_cursor(collection, cursor) };
        reply.finish(id, &format!("{}.{collection}", self.database), out);
        Ok(())
    }
}

/// What messages about a command's fields call it.
fn structure(command: &'static str) -> &'static str {
    if command == "find" { "FindCommandRequest" } else { command }
}

/// What most commands are; looked for before all others.
static FREQUENT: &[&Command] =
    &[&find::COMMAND, &aggregate::COMMAND, &update::COMMAND, &insert::COMMAND, &delete::COMMAND];

/// Finds a command by name or alias.
pub fn find_command(name: &str) -> Option<&'static Command> {
    let frequent = FREQUENT.iter().copied().find(|c| c.name == name);
    frequent.or_else(|| COMMANDS.iter().copied().find(|c| c.name == name || c.aliases.contains(&name)))
}

/// Runs a command; see [`Engine::run_command`]. The reply is written into `room`.
pub fn run(engine: &mut Engine, bytes: &[u8], room: Vec<u8>) -> Vec<u8> {
    let mut out = DocBuilder::within(room);
    if lookup::answer(engine, bytes, &mut out) {
        return out.finish();
    }
    match validate_bson(bytes) {
        Ok(()) => dispatch(engine, RawDoc::new(bytes), &mut out),
        Err(error) => reply::write_error(&error, &mut out),
    }
    out.finish()
}

fn dispatch(engine: &mut Engine, body: RawDoc<'_>, out: &mut DocBuilder) {
    engine.catch_up_ttl();
    let mut beside = None;
    let outcome = prepare(body).and_then(|target| {
        match meet_fail_point(engine, target.0, body)? {
            Some(Failure::Error(error)) => return Err(error),
            Some(Failure::Beside(fields)) => beside = Some(fields),
            None => {}
        }
        Ok(target)
    });
    let outcome = outcome.and_then(|target| {
        let arguments = Arguments::new(structure(target.0.name), body);
        engine.note_session(&arguments);
        match transaction::membership(target.0, &arguments)? {
            Membership::None => carry_out(engine, target, arguments, (None, None), out),
            Membership::Retryable(retry) => {
                engine.begin_retryable(&retry)?;
                carry_out(engine, target, arguments, (None, Some(retry)), out)
            }
            Membership::Transaction(ticket) => {
                run_in_transaction(engine, target, arguments, &ticket, out).map_err(transaction::labelled)
            }
        }
    });
    match outcome {
        Ok(()) => {
            if let Some(fields) = beside {
                out.append_all(RawDoc::new(&fields));
            }
            out.append_f64("ok", 1.0);
        }
        Err(error) => {
            // Without what was written before it failed.
            *out = DocBuilder::new();
            reply::write_error(&error, out);
        }
    }
}

/// What the fail point does to a command, after the time that it lets it wait.
///
/// # Errors
/// `MaxTimeMSExpired` (50) when that is more than the command has.
fn meet_fail_point(engine: &mut Engine, command: &Command, body: RawDoc<'_>) -> Result<Option<Failure>> {
    let Some(point) = &mut engine.fail_point else { return Ok(None) };
    let (wait, failure) = point.meet(command, body, engine.application.as_deref());
    let limit = body.get("maxTimeMS").and_then(|limit| limit.as_number()).map(|limit| limit.to_i64_clamped());
    let limit = limit.and_then(|limit| u64::try_from(limit).ok()).filter(|limit| *limit > 0);
    let expires = limit.filter(|limit| *limit <= wait);
    engine.state.now_millis += expires.unwrap_or(wait) as i64;
    if expires.is_some() {
        return Err(Error::new(ErrorCode::MAX_TIME_MS_EXPIRED, "operation exceeded time limit"));
    }
    Ok(failure)
}

fn carry_out(
    engine: &mut Engine,
    (command, database): (&'static Command, &str),
    arguments: Arguments<'_>,
    (ticket, retry): (Option<&Ticket>, Option<Retry>),
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
        // Those that write only sometimes look themselves.
        let writes = command.write_concern && !matches!(command.name, "aggregate" | "mapReduce");
        if writes && !transaction::ends(command.name) {
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
    ticket: &Ticket,
    reply: &mut DocBuilder,
) -> Result<()> {
    if transaction::ends(command.name) {
        return carry_out(engine, (command, database), arguments, (Some(ticket), None), reply);
    }
    let outside = engine.enter(ticket, command, arguments.body())?;
    let cursors = engine.cursors.ids();
    let mut inner = DocBuilder::new();
    let outcome = carry_out(engine, (command, database), arguments, (Some(ticket), None), &mut inner);
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

/// `Unauthorized` for a command on another database than `admin`.
fn only_on_admin(command: &str) -> Error {
    Error::new(ErrorCode::UNAUTHORIZED, format!("{command} may only be run against the admin database."))
}

fn check_fields(command: &Command, database: &str, arguments: &Arguments<'_>) -> Result<()> {
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
        // What is known is a few dozen names, so this ends before it takes long.
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

fn record(request: Request<'_>, command: &Command, response_bytes: usize, error: Option<&Error>) {
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
        response_bytes: response_bytes as u64,
    });
}

#[cfg(test)]
mod tests;
