//! Commands on time series collections
//! (<https://www.mongodb.com/docs/manual/core/timeseries-collections/>).

mod coll_mod;
mod create;
mod delete;
mod index;
mod insert;
mod output;
mod update;

pub(super) use coll_mod::coll_mod;
pub(super) use create::create;
pub(super) use delete::{delete, explain_delete};
pub(super) use index::specification;
pub(super) use insert::Batch;
pub(super) use output::output;
pub(super) use update::{explain_update, update};

use std::borrow::Cow;
use std::rc::Rc;

use super::Request;
use crate::collection::Collection;
use crate::engine::Engine;
use crate::error::{Error, ErrorCode, Result};
use crate::timeseries::{BUCKETS, TimeSeries};
use crate::value::{DocBuilder, RawDoc};

/// Returns the name of a collection's bucket collection.
pub(super) fn buckets(name: &str) -> String {
    [BUCKETS, name].concat()
}

/// Returns the bucket collection of a time series collection.
pub(super) fn stored<'e>(engine: &'e Engine, database: &str, name: &str) -> Option<&'e Rc<Collection>> {
    let view = engine.collection(database, name)?.options.view.as_ref()?;
    engine.collection(database, view.buckets(name)?).filter(|stored| stored.options.timeseries.is_some())
}

/// Returns the `listCollections` entry of a time series collection. `stored` is its bucket collection.
pub(super) fn describe(name: &str, stored: &Collection, name_only: bool) -> Vec<u8> {
    let mut out = DocBuilder::new();
    out.append_str("name", name).append_str("type", "timeseries");
    if !name_only {
        out.document("options", |options| {
            let all = stored.options.document.as_deref().map_or(RawDoc::empty(), RawDoc::new);
            for option in all.iter().filter(|option| create::ALLOWED.contains(&option.name())) {
                options.append_raw_bytes(option.key, option.value);
            }
        });
        out.document("info", |info| {
            info.append_bool("readOnly", false);
        });
    }
    out.finish()
}

/// Rejects writes in a transaction
/// (<https://www.mongodb.com/docs/manual/core/timeseries/timeseries-limitations/#transactions>).
///
/// # Errors
/// `OperationNotSupportedInTransaction` (263).
pub(super) fn refuse_transaction(request: &Request<'_>, database: &str, name: &str) -> Result<()> {
    if request.ticket.is_none() || stored(request.engine, database, name).is_none() {
        return Ok(());
    }
    let verb = match request.name {
        "insert" => "insert into",
        "delete" => "delete from",
        _ => "write to",
    };
    Err(Error::new(
        ErrorCode::OPERATION_NOT_SUPPORTED_IN_TRANSACTION,
        format!("Cannot {verb} a time-series collection in a multi-document transaction: {database}.{name}"),
    ))
}

/// Returns the indexes of the buckets, translated to indexes of measurements for `listIndexes`.
pub(super) fn shown_indexes(stored: &Collection) -> Vec<Vec<u8>> {
    let Some(series) = &stored.options.timeseries else { return Vec::new() };
    let indexes = stored.indexes().iter().filter(|index| !index.spec.clustered);
    indexes.map(|index| series.shown_index(RawDoc::new(&index.spec.document))).collect()
}

/// Returns the name of the collection that stores the documents: the bucket collection for a time series.
pub(super) fn stored_name<'n>(request: &Request<'_>, name: &'n str) -> Cow<'n, str> {
    match stored(request.engine, request.database, name) {
        Some(_) => Cow::Owned(buckets(name)),
        None => Cow::Borrowed(name),
    }
}

/// Returns the time series options of a collection; `None` if it is not a time series.
pub(super) fn of(engine: &Engine, database: &str, name: &str) -> Option<Rc<TimeSeries>> {
    stored(engine, database, name)?.options.timeseries.clone()
}

#[cfg(test)]
mod tests;
