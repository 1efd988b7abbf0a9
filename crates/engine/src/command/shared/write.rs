//! Shared parts of the write commands.

use super::view;
use crate::arguments::Arguments;
use crate::collection::{Change, RecordId, WriteEffect};
use crate::command::{Request, reply, timeseries};
use crate::error::{Error, ErrorCode, Result};
use crate::internal_namespaces::{PROFILE, VIEWS, is_internal};
use crate::meter::Meter;
use crate::value::{DocBuilder, RawDoc, RawValue, Value};

/// Maximum number of statements in a write command.
const MAX_BATCH: usize = 100_000;

/// The failed statements of a write command.
#[derive(Debug, Default)]
pub(in crate::command) struct WriteErrors(Vec<(usize, Error)>);

impl WriteErrors {
    /// Adds the error of statement `index`.
    pub(in crate::command) fn add(&mut self, index: usize, error: Error) {
        self.0.push((index, error));
    }

    /// Writes `writeErrors`, if there are any.
    pub(in crate::command) fn write(&self, out: &mut DocBuilder) {
        if self.0.is_empty() {
            return;
        }
        out.array("writeErrors", |array| {
            for (index, error) in &self.0 {
                array.document(|doc| reply::write_write_error(*index, error, doc));
            }
        });
    }

    /// Like [`Self::write`], followed by the reply's last fields.
    pub(in crate::command) fn write_last(&self, request: &Request<'_>, out: &mut DocBuilder) {
        self.write(out);
        request.write_retried(out);
    }
}

/// Whether to stop after a failed statement. A failure in a transaction always stops, since it ends the
/// transaction (<https://www.mongodb.com/docs/manual/core/transactions-in-applications/>).
pub(in crate::command) fn is_ordered(request: &Request<'_>) -> Result<bool> {
    let ordered = request.arguments().boolean("ordered")?.unwrap_or(true);
    Ok(ordered || request.ticket.is_some())
}

/// Returns the statements in a field of a command, each checked. `path` is a statement's path in messages.
///
/// # Errors
/// `TypeMismatch` (14) for an invalid statement, `InvalidLength` (16) for none or too many; errors of the
/// check.
pub(in crate::command) fn statements<'a>(
    request: &Request<'a>,
    field: &'static str,
    path: &'static str,
    check_form: fn(&Arguments<'_>) -> Result<()>,
) -> Result<Vec<RawDoc<'a>>> {
    let arguments = request.arguments();
    arguments.given(field)?;
    let statements = documents_of(arguments.array(field)?.unwrap_or(RawDoc::empty()), path)?;
    check_batch_size(statements.len())?;
    statements.iter().try_for_each(|statement| check_form(&Arguments::new(path, *statement)))?;
    Ok(statements)
}

/// Executes the statements of a command in order; if `ordered`, up to the first that fails.
pub(in crate::command) fn each_statement<'a>(
    request: &mut Request<'a>,
    statements: Vec<RawDoc<'a>>,
    ordered: bool,
    one: &mut dyn FnMut(&mut Request<'a>, RawDoc<'a>, usize) -> Result<()>,
) -> WriteErrors {
    let mut errors = WriteErrors::default();
    for (index, statement) in statements.into_iter().enumerate() {
        if let Err(error) = one(request, statement, index) {
            errors.add(index, error);
            if ordered {
                break;
            }
        }
    }
    errors
}

/// Returns the documents in an array of a command. `path` is the array's path.
///
/// # Errors
/// `TypeMismatch` (14) for an element that is not a document.
pub(in crate::command) fn documents_of<'a>(array: RawDoc<'a>, path: &str) -> Result<Vec<RawDoc<'a>>> {
    let document = |(index, value): (usize, RawValue<'a>)| {
        value.as_document().ok_or_else(|| Error::wrong_element_type(path, index, value, "object"))
    };
    array.values().enumerate().map(document).collect()
}

/// Returns the only statement of an explained command.
///
/// # Errors
/// `InvalidLength` (16) if there are several.
pub(in crate::command) fn only_statement<'a>(statements: &[RawDoc<'a>]) -> Result<RawDoc<'a>> {
    match statements {
        [statement] => Ok(*statement),
        _ => Err(Error::new(ErrorCode::INVALID_LENGTH, "explained write batches must be of size 1")),
    }
}

/// Checks the number of a command's statements.
///
/// # Errors
/// `InvalidLength` (16) for an empty or too large batch.
pub(in crate::command) fn check_batch_size(count: usize) -> Result<()> {
    if (1..=MAX_BATCH).contains(&count) {
        return Ok(());
    }
    Err(Error::new(
        ErrorCode::INVALID_LENGTH,
        format!("Write batch sizes must be between 1 and {MAX_BATCH}. Got {count} operations."),
    ))
}

/// Checks that a collection may be changed. Time series collections may not.
///
/// # Errors
/// `InvalidNamespace` (73), `CommandNotSupportedOnView` (166).
pub(in crate::command) fn check_changeable(request: &Request<'_>, collection: &str) -> Result<()> {
    check_namespace(request.database, collection)?;
    view::refuse(request, collection)
}

/// Checks that documents of a collection may be inserted, changed and deleted.
///
/// # Errors
/// `InvalidNamespace` (73), `CommandNotSupportedOnView` (166).
pub(in crate::command) fn check_writable(request: &Request<'_>, collection: &str) -> Result<()> {
    check_namespace(request.database, collection)?;
    match timeseries::of(request.engine, request.database, collection) {
        Some(_) => Ok(()),
        None => view::refuse(request, collection),
    }
}

/// Checks that a statement may write to a collection. In a transaction, capped and system collections are
/// excluded (<https://www.mongodb.com/docs/manual/core/transactions/#operations>).
///
/// # Errors
/// `OperationNotSupportedInTransaction` (263), 50791.
pub(in crate::command) fn check_statement(request: &Request<'_>, database: &str, name: &str) -> Result<()> {
    timeseries::refuse_transaction(request, database, name)?;
    if request.ticket.is_some() && name.starts_with("system.") {
        return Err(Error::new(
            50791,
            format!("Cannot write to system collection {database}.{name} within a transaction."),
        ));
    }
    let collection = request.ticket.as_ref().and_then(|_| request.engine.collection(database, name));
    if collection.is_none_or(|collection| collection.options.capped.is_none()) {
        return Ok(());
    }
    Err(Error::new(
        ErrorCode::OPERATION_NOT_SUPPORTED_IN_TRANSACTION,
        format!(
            "Collection '{database}.{name}' is a capped collection. Writes in transactions are not allowed on capped collections."
        ),
    ))
}

/// Checks that commands may write to a collection with this name.
///
/// # Errors
/// `InvalidNamespace` (73) for collections that only the server writes.
pub(in crate::command) fn check_namespace(database: &str, collection: &str) -> Result<()> {
    if [PROFILE, VIEWS, "system.indexes", "system.namespaces"].contains(&collection) {
        return Err(Error::new(
            ErrorCode::INVALID_NAMESPACE,
            format!("cannot write to {database}.{collection}"),
        ));
    }
    check_creatable(database, collection)
}

/// Checks that commands may create a collection with this name.
///
/// # Errors
/// `InvalidNamespace` (73) for reserved names.
pub(in crate::command) fn check_creatable(database: &str, collection: &str) -> Result<()> {
    let own = collection.starts_with("system.") && collection != "system.js";
    if own && !is_internal(database) {
        return Err(Error::new(
            ErrorCode::INVALID_NAMESPACE,
            format!("Invalid system namespace: {database}.{collection}"),
        ));
    }
    Ok(())
}

/// Rejects a retryable write with a statement that may change many documents. `field` is the field that
/// allows this.
///
/// # Errors
/// `InvalidOptions` (72).
pub(in crate::command) fn refuse_retryable(request: &Request<'_>, field: &str) -> Result<()> {
    if request.retry.is_none() {
        return Ok(());
    }
    Err(Error::new(
        ErrorCode::INVALID_OPTIONS,
        format!("Cannot use (or request) retryable writes with {field}"),
    ))
}

/// Returns a count in the stored result of a retried statement.
pub(in crate::command) fn count_before(before: &[u8], field: &str) -> u64 {
    let count = RawDoc::new(before).get(field).and_then(RawValue::as_number);
    count.map_or(0, |count| count.to_i64_clamped() as u64)
}

/// Inserts a document into a collection, which is created if it doesn't exist.
///
/// # Errors
/// Errors of the collection's validator and its indexes.
pub(in crate::command) fn store(
    request: &mut Request<'_>,
    database: &str,
    name: &str,
    document: &[u8],
) -> Result<()> {
    let bypass = request.bypasses_validation()?;
    let now = request.engine.now();
    let collection = request.engine.collection_or_create(database, name)?;
    if !bypass {
        collection.validate(RawDoc::new(document), None, now)?;
    }
    let (_, effect) = collection.insert(document)?;
    count_effect(&mut request.meter, effect);
    Ok(())
}

/// Changes a record whose document was `before`.
///
/// # Errors
/// Errors of [`store`].
pub(in crate::command) fn change(
    request: &mut Request<'_>,
    (database, name): (&str, &str),
    record: RecordId,
    change: Change<'_>,
) -> Result<()> {
    let bypass = request.bypasses_validation()?;
    let now = request.engine.now();
    let collection = request.engine.collection_mut(database, name).ok_or_else(vanished)?;
    if !bypass {
        let before = collection.records().get(record).map(RawDoc::new);
        collection.validate(RawDoc::new(change.document), before, now)?;
    }
    let effect = collection.update(record, change)?;
    count_effect(&mut request.meter, effect);
    Ok(())
}

/// Returns the internal error for a collection that disappears during a command, which never happens.
pub(in crate::command) fn vanished() -> Error {
    Error::new(ErrorCode::INTERNAL_ERROR, "the collection vanished")
}

/// Adds a write's work to a meter.
pub(in crate::command) fn count_effect(meter: &mut Meter, effect: WriteEffect) {
    meter.keys_inserted += effect.keys_inserted as u64;
    meter.keys_deleted += effect.keys_deleted as u64;
    meter.bytes_written += effect.bytes_written as u64;
    meter.moved += u64::from(effect.moved);
}

/// Checks a command's `collectionUUID`.
///
/// # Errors
/// `CollectionUUIDMismatch` (361) when the collection's UUID differs from the expected one.
pub(in crate::command) fn check_uuid(
    request: &Request<'_>,
    (database, name): (&str, &str),
    uuid: &[u8],
) -> Result<()> {
    let mut collections = request.engine.state.databases.get(database).into_iter().flatten();
    let actual = collections.find(|(_, collection)| collection.uuid == uuid).map(|(name, _)| name.as_str());
    if actual == Some(name) {
        return Ok(());
    }
    let mut details = DocBuilder::new();
    details
        .append_str("db", database)
        .append("collectionUUID", &Value::Binary { subtype: 4, bytes: uuid.to_vec().into() })
        .append_str("expectedCollection", name);
    match actual {
        Some(actual) => details.append_str("actualCollection", actual),
        None => details.append_null("actualCollection"),
    };
    let text = "Collection UUID does not match that specified";
    Err(Error::new(ErrorCode::COLLECTION_UUID_MISMATCH, text).with_details(details))
}
