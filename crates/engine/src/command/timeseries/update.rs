//! Updates of the meta field of measurements
//! (<https://www.mongodb.com/docs/manual/core/timeseries/timeseries-limitations/#updates>).

use super::buckets;
use crate::arguments::Arguments;
use crate::collection::{Collection, RecordId};
use crate::command::Request;
use crate::command::query_and_write::update::{Outcome, Statement, parse};
use crate::command::shared::explain::{Top, explain_query};
use crate::command::shared::modify::{change_record, find_records};
use crate::command::shared::write;
use crate::error::{Error, ErrorCode, Result};
use crate::plan::Verbosity;
use crate::timeseries::{TimeSeries, count};
use crate::value::{DocBuilder, RawDoc};

fn refused<T>(what: impl std::fmt::Display) -> Result<T> {
    Err(Error::new(ErrorCode::INVALID_OPTIONS, format!("Cannot perform {what}")))
}

/// Translates a statement on measurements into one on buckets. It may use and change only the meta field.
///
/// # Errors
/// `InvalidOptions` (72) for any other update; errors of the update.
fn on_buckets(request: &Request<'_>, series: &TimeSeries, statement: RawDoc<'_>) -> Result<Statement> {
    let arguments = Arguments::new("update.updates", statement);
    if !arguments.flag("multi")? {
        return refused("a non-multi update on a time-series collection");
    }
    if arguments.flag("upsert")? {
        return refused("an upsert on a time-series collection");
    }
    let Some(change) = arguments.required("u")?.as_document() else {
        return refused("an update on a time-series collection using a pipeline update");
    };
    if change.first().is_none_or(|first| !first.key.starts_with(b"$")) {
        return refused("an update on a time-series collection using a replacement document");
    }
    let Some(meta) = &series.meta_field else {
        return refused("an update on a time-series collection that does not have a metaField");
    };
    let Some(filter) = series.meta_filter(arguments.document("q")?.unwrap_or(RawDoc::empty())) else {
        return refused(format!(
            "an update on a time-series collection when querying on a field that is not the metaField '{meta}'"
        ));
    };
    let change = translated(series, change)?;
    let mut translated = DocBuilder::new();
    for element in statement {
        match element.name() {
            "q" => translated.append_doc("q", RawDoc::new(&filter)),
            "u" => translated.append_doc("u", RawDoc::new(&change)),
            // A hint doesn't apply to the buckets, whose indexes have other patterns.
            "hint" => &mut translated,
            name => translated.append_raw(name, element.value),
        };
    }
    parse(request, RawDoc::new(&translated.finish()))
}

/// Explains [`update`].
///
/// # Errors
/// Errors of [`update`].
pub(in crate::command) fn explain_update(
    request: &mut Request<'_>,
    name: &str,
    series: &TimeSeries,
    statement: RawDoc<'_>,
    verbosity: Verbosity,
    out: &mut DocBuilder,
) -> Result<()> {
    let statement = on_buckets(request, series, statement)?;
    let collection = request.engine.readable_collection(request.database, &buckets(name));
    let would_do = |collection: Option<&Collection>, records: &[RecordId]| {
        let (mut matched, mut modified) = (0, 0);
        for bytes in records.iter().filter_map(|record| collection?.records().get(*record)) {
            let bucket = RawDoc::new(bytes);
            let measurements = count(bucket).unsigned_abs();
            matched += measurements;
            modified += if statement.update.apply(bucket, None)?.changed { measurements } else { 0 };
        }
        Ok(vec![("nMatched", matched), ("nWouldModify", modified), ("nWouldUpsert", 0)])
    };
    let top = Top {
        name: "UPDATE",
        express: None,
        returns: false,
        count: &would_do,
        details: None,
        projection: None,
    };
    explain_query(request, collection.as_deref(), &statement.plan, verbosity, Some(top), out)
}

/// Executes one statement of `update`.
///
/// # Errors
/// `InvalidOptions` (72) unless the statement changes the meta field; errors of the update.
pub(in crate::command) fn update(
    request: &mut Request<'_>,
    name: &str,
    series: &TimeSeries,
    statement: RawDoc<'_>,
) -> Result<Outcome> {
    let statement = on_buckets(request, series, statement)?;
    write::refuse_retryable(request, "multi=true")?;
    let stored = buckets(name);
    let mut outcome = Outcome::default();
    for record in find_records(request, &stored, &statement.plan)? {
        let collection = request.engine.collection(request.database, &stored).ok_or_else(write::vanished)?;
        let bucket = collection.records().get(record).map(RawDoc::new).ok_or_else(write::vanished)?;
        let measurements = count(bucket).unsigned_abs();
        let changed =
            change_record(request, &stored, record, Some(&statement.plan.filter), &statement.update)?;
        outcome.matched += measurements;
        outcome.modified += if changed.is_some() { measurements } else { 0 };
    }
    Ok(outcome)
}

/// Translates an update of measurements into one of buckets.
fn translated(series: &TimeSeries, change: RawDoc<'_>) -> Result<Vec<u8>> {
    let other = || {
        refused(format!(
            "an update on a time-series collection which updates a field that is not the metaField '{}'",
            series.meta_field.as_deref().unwrap_or_default()
        ))
    };
    let mut out = DocBuilder::new();
    for operator in change {
        let Some(fields) = operator.value.as_document() else {
            out.append_raw_bytes(operator.key, operator.value);
            continue;
        };
        let mut renamed = DocBuilder::new();
        for field in fields {
            let Some(path) = series.meta_path(field.name()) else { return other() };
            match field.value.as_str().filter(|_| operator.key == b"$rename") {
                Some(to) => match series.meta_path(to) {
                    Some(to) => renamed.append_str(&path, &to),
                    None => return other(),
                },
                None => renamed.append_raw(&path, field.value),
            };
        }
        out.append_doc(operator.name(), RawDoc::new(&renamed.finish()));
    }
    Ok(out.finish())
}
