//! `collMod` for time series collections
//! (<https://www.mongodb.com/docs/manual/reference/command/collMod/#time-series-collections>).

use std::rc::Rc;

use super::buckets;
use super::create::{check_expiry, view_options};
use crate::collection::CollectionOptions;
use crate::command::Request;
use crate::command::shared::index_change;
use crate::error::{Error, ErrorCode, Result};
use crate::timeseries::TimeSeries;
use crate::value::{DocBuilder, RawDoc};

/// The options of `collMod` that are not allowed for time series.
const UNSUPPORTED_OPTIONS: [&str; 8] = [
    "validator",
    "validationLevel",
    "validationAction",
    "viewOn",
    "pipeline",
    "cappedSize",
    "cappedMax",
    "changeStreamPreAndPostImages",
];

/// Changes the size of buckets, the expiry of measurements, or an index.
///
/// # Errors
/// `InvalidOptions` (72) for other options, and for smaller buckets; errors of changing an index.
pub(in crate::command) fn coll_mod(
    request: &mut Request<'_>,
    name: &str,
    series: &TimeSeries,
    out: &mut DocBuilder,
) -> Result<()> {
    let arguments = request.arguments();
    if let Some(option) = UNSUPPORTED_OPTIONS.iter().find(|option| arguments.get(option).is_some()) {
        return Err(Error::new(
            ErrorCode::INVALID_OPTIONS,
            format!("option \"{option}\" not supported on time-series collection {}", request.namespace()),
        ));
    }
    let (database, stored) = (request.database, buckets(name));
    let gone = || Error::new(ErrorCode::NAMESPACE_NOT_FOUND, "ns does not exist");
    let changed = match arguments.document("timeseries")? {
        Some(spec) => series.changed(spec)?,
        None => series.clone(),
    };
    let expiry = arguments.get("expireAfterSeconds");
    if expiry.is_some_and(|expiry| expiry.as_str() != Some("off")) {
        check_expiry(&arguments)?;
    }
    let before = request.engine.collection(database, &stored).ok_or_else(gone)?.options.document.clone();
    let mut options = DocBuilder::new();
    for option in before.as_deref().map_or(RawDoc::empty(), RawDoc::new) {
        match option.name() {
            "timeseries" => options.append_doc("timeseries", RawDoc::new(&changed.document())),
            "expireAfterSeconds" if expiry.is_some() => &mut options,
            _ => options.append_raw_bytes(option.key, option.value),
        };
    }
    if let Some(expiry) = expiry.filter(|expiry| expiry.as_number().is_some()) {
        options.append_raw("expireAfterSeconds", expiry);
    }
    let options = CollectionOptions::parse(RawDoc::new(&options.finish()))?;
    let index = arguments.document("index")?;
    let collection = request.engine.collection_mut(database, &stored).ok_or_else(gone)?;
    if let Some(index) = index {
        let mut translated = DocBuilder::new();
        for field in index {
            match field.value.as_document().filter(|_| field.key == b"keyPattern") {
                Some(key) => translated.append_doc("keyPattern", RawDoc::new(&series.bucket_key(key)?)),
                None => translated.append_raw_bytes(field.key, field.value),
            };
        }
        index_change::apply(collection, RawDoc::new(&translated.finish()), out)?;
    }
    let seconds = options.clustered.as_ref().and_then(|clustered| clustered.expire_after_seconds);
    if let Some(index) = collection.index_mut("_id_") {
        Rc::make_mut(&mut index.spec).expire_after_seconds = seconds;
    }
    let collation = options.collation.clone();
    collection.options = options;
    collection.epoch += 1;
    let view = view_options(name, &changed, collation.as_deref().map(|collation| collation.document()))?;
    request.engine.collection_mut(database, name).ok_or_else(gone)?.options = view;
    Ok(())
}
