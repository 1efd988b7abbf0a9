//! The context of a command's execution.

use super::check_collection_name;
use super::reply::CursorField;
use crate::arguments::Arguments;
use crate::cursor::{Cursor, DEFAULT_FIRST_BATCH, Owner, Source};
use crate::engine::Engine;
use crate::error::Result;
use crate::meter::Meter;
use crate::transaction::{Retry, TransactionContext};
use crate::value::{ArrayBuilder, DocBuilder, RawDoc, Value};

/// A command during its execution.
pub struct Request<'a> {
    /// The server.
    pub engine: &'a mut Engine,
    /// The command name, for messages.
    pub name: &'static str,
    /// The database: `$db`.
    pub database: &'a str,
    /// The whole command.
    pub body: RawDoc<'a>,
    /// The command's fields, read with the server's type errors.
    pub(super) given: Arguments<'a>,
    /// The command's costs.
    pub meter: Meter,
    /// The collection for the profile.
    pub collection: &'a str,
    /// The transaction that the command is part of.
    pub(crate) ticket: Option<TransactionContext>,
    /// The command's state as a retryable write.
    pub(crate) retry: Option<Retry>,
}

impl<'a> Request<'a> {
    /// Returns the command's fields, read with the server's type errors.
    pub fn arguments(&self) -> Arguments<'a> {
        self.given
    }

    /// Whether the command bypasses the collection's validator.
    ///
    /// # Errors
    /// `TypeMismatch` when the value is no flag.
    pub fn bypasses_validation(&self) -> Result<bool> {
        self.arguments().flag("bypassDocumentValidation")
    }

    /// Parses the collection name in the command's first field, checks it, and records it for the profile.
    ///
    /// # Errors
    /// `InvalidNamespace` (73), `BadValue` for a value that is not a string.
    pub fn collection_name(&mut self) -> Result<&'a str> {
        let name = self.arguments().collection_name()?;
        check_collection_name(self.database, name)?;
        self.collection = name;
        Ok(name)
    }

    /// Returns the command's namespace, `database.collection`.
    pub fn namespace(&self) -> String {
        let collection = if self.collection.is_empty() { "$cmd" } else { self.collection };
        [self.database, ".", collection].concat()
    }
}

impl Request<'_> {
    /// Returns the result of the statement at `index`, if this is a retry of a completed write.
    pub(crate) fn completed_result(&mut self, index: usize) -> Option<Vec<u8>> {
        self.engine.completed_result(self.retry.as_mut()?, index)
    }

    /// Stores the result of the statement at `index`, in case the write is retried. A statement that
    /// `changed` nothing is not in the oplog, by which a server recognizes retries, and is executed again
    /// (<https://www.mongodb.com/docs/manual/core/retryable-writes/>).
    pub(crate) fn store_result(&mut self, index: usize, changed: bool, fill: impl FnOnce(&mut DocBuilder)) {
        if let Some(retry) = self.retry.as_ref().filter(|_| changed) {
            let mut outcome = DocBuilder::new();
            fill(&mut outcome);
            self.engine.store_result(retry, index, outcome);
        }
    }

    /// Returns the position of the last retried statement.
    pub(crate) fn retried_statement(&self) -> i32 {
        self.retry.as_ref().and_then(|retry| retry.retried.last()).copied().unwrap_or(0)
    }

    /// Writes `retriedStmtIds`, if statements were retried.
    pub(crate) fn write_retried(&self, out: &mut DocBuilder) {
        let Some(retry) = self.retry.as_ref().filter(|retry| !retry.retried.is_empty()) else { return };
        out.array("retriedStmtIds", |ids| {
            for id in &retry.retried {
                ids.push(&Value::Int32(*id));
            }
        });
    }

    /// Registers a cursor on a collection, and returns its id.
    pub(crate) fn keep_cursor(&mut self, collection: &str, mut cursor: Cursor) -> i64 {
        cursor.database = self.database.to_owned();
        cursor.collection = collection.to_owned();
        // The session's fields have already been checked.
        cursor.owner = Owner::of(&self.arguments()).unwrap_or_default();
        let limit = self.body.get("maxTimeMS").and_then(|limit| limit.as_number());
        cursor.timed = limit.is_some_and(|limit| !limit.is_zero());
        // Positive, not zero, and exact as a double, which some drivers use.
        let id = (self.engine.random() >> 12) as i64 | 1;
        self.engine.cursors.insert(id, cursor);
        id
    }

    /// Replies with computed documents as a cursor.
    pub(crate) fn reply_documents(
        &mut self,
        documents: Vec<Vec<u8>>,
        collection: &str,
        order: [CursorField; 3],
        out: &mut DocBuilder,
    ) -> Result<()> {
        let options = self.arguments().document("cursor")?.unwrap_or(RawDoc::empty());
        let name = [self.name, ".cursor"].concat();
        let options = Arguments::new(&name, options);
        options.only(&["batchSize"])?;
        let size = options.count("batchSize")?;
        let size = size.map_or(DEFAULT_FIRST_BATCH, |n| n as usize);
        let mut cursor = Cursor::new(Source::Documents(documents.into()));
        let mut batch = ArrayBuilder::open(DocBuilder::new(), "firstBatch");
        let exhausted = cursor.fill(None, size, &mut batch)?;
        self.meter.returned += batch.len() as u64;
        let id = if exhausted { 0 } else { self.keep_cursor(collection, cursor) };
        let batch = batch.close().finish();
        let namespace = format!("{}.{collection}", self.database);
        out.document("cursor", |reply| {
            for field in order {
                match field {
                    CursorField::Id => reply.append_i64("id", id),
                    CursorField::Namespace => reply.append_str("ns", &namespace),
                    CursorField::Batch => reply.append_all(RawDoc::new(&batch)),
                };
            }
        });
        Ok(())
    }
}
