//! The table entry of a command.

use super::Request;
use crate::error::Result;
use crate::plan::Verbosity;
use crate::value::DocBuilder;

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
