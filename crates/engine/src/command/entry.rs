//! The table entry of a command.

use super::Request;
use crate::error::Result;
use crate::plan::Verbosity;
use crate::transaction::{CommandRules, InTransactions, ReadConcern};
use crate::value::DocBuilder;

/// A command's table entry.
#[derive(Debug)]
pub struct Command {
    /// The name, as the first field of the command.
    pub name: &'static str,
    /// What messages about its fields call it, when not by its name.
    pub structure: Option<&'static str>,
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
    /// Whether version 1 of the API will lose it.
    pub deprecated: bool,
    /// At which levels it may read.
    pub read_concern: ReadConcern,
    /// Whether it writes.
    pub writes: Writes,
    /// What it is to a transaction.
    pub in_transactions: InTransactions,
    /// Whether it is a write that may be sent twice.
    pub retryable: bool,
}

impl Command {
    /// What a command is unless its entry says otherwise.
    pub const DEFAULT: Command = Command {
        name: "",
        structure: None,
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
        deprecated: false,
        read_concern: ReadConcern::Local,
        writes: Writes::Never,
        in_transactions: InTransactions::Refused { hint: "" },
        retryable: false,
    };

    /// What messages about its fields call it.
    pub fn structure(&self) -> &'static str {
        self.structure.unwrap_or(self.name)
    }

    /// Whether it ends a transaction.
    pub fn ends_transaction(&self) -> bool {
        self.rules().ends_transaction()
    }

    /// The properties that its session depends on.
    pub(crate) fn rules(&self) -> CommandRules {
        CommandRules {
            name: self.name,
            admin: self.admin,
            retryable: self.retryable,
            read_concern: self.read_concern,
            in_transactions: self.in_transactions,
        }
    }
}

/// Whether a command writes, and so may be asked to wait until that is kept (`writeConcern`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writes {
    /// It does not write.
    Never,
    /// It writes depending on its arguments, and then checks the lock itself.
    Sometimes,
    /// It writes, and is refused while the server is locked (`fsync`).
    Always,
}

/// Explains a command: writes the reply, without `command` and `ok`.
pub type Explain = fn(&mut Request<'_>, Verbosity, &mut DocBuilder) -> Result<()>;
