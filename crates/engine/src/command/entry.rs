//! Command table entries.

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
    /// The name in error messages about its fields, if it differs.
    pub structure: Option<&'static str>,
    /// Alternative names.
    pub aliases: &'static [&'static str],
    /// A one-line description.
    pub summary: &'static str,
    /// A command on the collection `books` of documents with `_id`, `title`, `author`, `year`, `copies` and
    /// an index on `author`, in relaxed extended JSON. `"<cursor>"` is replaced by the id of an open
    /// cursor, `"<session>"` by a session with transaction 1 in progress.
    pub example: &'static str,
    /// The operation in the profile: `query`, `insert`, `update`, `remove`, `getmore`, `command`.
    pub operation: &'static str,
    /// Whether the command is profiled. Commands for connection handling aren't.
    pub profiled: bool,
    /// Fields besides those of every command.
    pub fields: &'static [&'static str],
    /// Whether the command ignores unknown fields, as the oldest commands do.
    pub lenient: bool,
    /// Executes the command and writes the reply, without `ok`.
    pub run: fn(&mut Request<'_>, &mut DocBuilder) -> Result<()>,
    /// Explains the command, if the server can.
    pub explain: Option<Explain>,
    /// Whether the command must run on the database `admin`.
    pub admin: bool,
    /// MongoDB options that are not supported.
    pub refused: &'static [&'static str],
    /// The fields that API version 1 excludes; `None` for a command outside version 1.
    pub version_1: Option<&'static [&'static str]>,
    /// Whether API version 1 marks the command as deprecated.
    pub deprecated: bool,
    /// The supported read concern levels.
    pub read_concern: ReadConcern,
    /// Whether the command writes.
    pub writes: Writes,
    /// The command's role in transactions.
    pub in_transactions: InTransactions,
    /// Whether the command may be a retryable write.
    pub retryable: bool,
}

impl Command {
    /// The defaults of an entry.
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

    /// Returns the name in error messages about its fields.
    pub fn structure(&self) -> &'static str {
        self.structure.unwrap_or(self.name)
    }

    /// Whether the command ends a transaction.
    pub fn ends_transaction(&self) -> bool {
        self.rules().ends_transaction()
    }

    /// Returns the properties that sessions and transactions depend on.
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

/// Whether a command writes and so accepts a `writeConcern`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writes {
    /// The command does not write.
    Never,
    /// The command writes depending on its arguments, and then checks the lock itself.
    Sometimes,
    /// The command writes, and is rejected while the server is locked (`fsync`).
    Always,
}

/// Explains a command: writes the reply, without `command` and `ok`.
pub type Explain = fn(&mut Request<'_>, Verbosity, &mut DocBuilder) -> Result<()>;
