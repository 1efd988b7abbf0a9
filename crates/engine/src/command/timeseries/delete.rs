//! Deletes of measurements
//! (<https://www.mongodb.com/docs/manual/core/timeseries/timeseries-limitations/#deletes>).

use super::buckets;
use crate::collection::{Change, Collection, RecordId};
use crate::command::Request;
use crate::command::query_and_write::delete;
use crate::command::shared::explain::{Top, explain_query};
use crate::command::shared::query::{environment, plan_filter};
use crate::command::shared::{metered, write};
use crate::error::Result;
use crate::plan::{PlanRequest, Verbosity, choose};
use crate::query::FilterContext;
use crate::timeseries::{TimeSeries, measurements, meta_of, new_bucket, start};
use crate::value::{DocBuilder, RawDoc, RawValue};

/// Deletes the matching measurements, or only the first if the request is limited, and the buckets that
/// become empty. Returns the number of deleted measurements.
///
/// # Errors
/// Errors of the filter.
pub(in crate::command) fn delete(
    request: &mut Request<'_>,
    name: &str,
    series: &TimeSeries,
    plan: &PlanRequest,
) -> Result<u64> {
    let stored = buckets(name);
    let mut deleted = 0;
    let mut changes: Vec<(RecordId, Option<Vec<u8>>)> = Vec::new();
    let Some(collection) = request.engine.collection(request.database, &stored).cloned() else {
        return Ok(0);
    };
    let (mut search, _) = choose(Some(&collection), &bucket_plan(request, series, plan)?)?;
    metered::plan(&mut request.meter, &mut search, &collection, |search| {
        while plan.limit.is_none_or(|limit| deleted < limit) {
            let Some(row) = search.next(&collection)? else { break };
            let Some(bucket) = collection.records().get(row.record).map(RawDoc::new) else { continue };
            let before = deleted;
            let kept = kept_of(bucket, series, plan, &mut deleted)?;
            if deleted == before {
                continue;
            }
            let kept: Vec<RawDoc<'_>> = kept.iter().map(|measurement| RawDoc::new(measurement)).collect();
            let rest = kept.first().map(|first| {
                let id = bucket.get("_id").unwrap_or(RawValue::NULL);
                let meta = meta_of(*first, series);
                let meta = meta.as_deref().map_or(RawDoc::empty(), RawDoc::new);
                new_bucket(series, id, start(bucket, series).unwrap_or_default(), meta, &kept)
            });
            changes.push((row.record, rest));
        }
        Ok(())
    })?;
    drop(collection);
    for (record, rest) in changes {
        let collection = request.engine.collection_or_create(request.database, &stored)?;
        let effect = match rest {
            Some(bucket) => collection.update(record, Change::replace(&bucket))?,
            None => collection.delete(record)?,
        };
        write::count_effect(&mut request.meter, effect);
    }
    Ok(deleted)
}

/// Returns the remaining measurements of a bucket, and counts the others, up to the plan's limit.
///
/// # Errors
/// Errors of the filter.
fn kept_of(
    bucket: RawDoc<'_>,
    series: &TimeSeries,
    plan: &PlanRequest,
    gone: &mut u64,
) -> Result<Vec<Vec<u8>>> {
    let mut kept = Vec::new();
    for measurement in measurements(bucket, &series.time_field, series.meta_field.as_deref(), &|_| true) {
        let wanted = plan.limit.is_none_or(|limit| *gone < limit);
        if wanted && plan.filter.matches(RawDoc::new(&measurement))? {
            *gone += 1;
        } else {
            kept.push(measurement);
        }
    }
    Ok(kept)
}

/// Returns the filter on measurements.
fn given(plan: &PlanRequest) -> RawDoc<'_> {
    plan.given.as_deref().map_or(RawDoc::empty(), RawDoc::new)
}

/// Plans the search for buckets that may contain matching measurements.
///
/// # Errors
/// Errors of the filter.
fn bucket_plan(request: &Request<'_>, series: &TimeSeries, plan: &PlanRequest) -> Result<PlanRequest> {
    let filter = series.meta_filter(given(plan)).unwrap_or_else(|| {
        let clauses = series.bucket_filter(given(plan), plan.collation.is_none());
        let mut filter = DocBuilder::new();
        if !RawDoc::new(&clauses).is_empty() {
            filter.append_array("$and", RawDoc::new(&clauses));
        }
        filter.finish()
    });
    let variables = request.arguments().document("let")?;
    let context = FilterContext::new(environment(request, plan.collation.clone()), variables)?;
    let mut search = plan_filter(Some(RawDoc::new(&filter)), &context.for_search())?;
    search.hint = series.bucket_hint(plan.hint.clone())?;
    Ok(search)
}

/// Explains [`delete`]. If the filter is only on the meta field, whole buckets are deleted; otherwise
/// buckets are unpacked (<https://jira.mongodb.org/browse/SERVER-74955>).
///
/// # Errors
/// Errors of [`delete`].
pub(in crate::command) fn explain_delete(
    request: &mut Request<'_>,
    name: &str,
    series: &TimeSeries,
    plan: &PlanRequest,
    verbosity: Verbosity,
    out: &mut DocBuilder,
) -> Result<()> {
    let search = bucket_plan(request, series, plan)?;
    let collection = request.engine.readable_collection(request.database, &buckets(name));
    let whole = plan.limit.is_none() && series.meta_filter(given(plan)).is_some();
    let would_do = |collection: Option<&Collection>, records: &[RecordId]| {
        let (mut unpacked, mut matched) = (0, 0);
        for bytes in records.iter().filter_map(|record| collection?.records().get(*record)) {
            if plan.limit.is_some_and(|limit| matched >= limit) {
                break;
            }
            unpacked += 1;
            kept_of(RawDoc::new(bytes), series, plan, &mut matched)?;
        }
        Ok(match whole {
            true => vec![("nWouldDelete", matched)],
            false => vec![
                ("nBucketsUnpacked", unpacked),
                ("nMeasurementsMatched", matched),
                ("nMeasurementsModified", matched),
            ],
        })
    };
    let mut top = Top { count: &would_do, ..delete::explained(None) };
    if !whole {
        top.name = "TS_MODIFY";
        let mut details = DocBuilder::new();
        details
            .append_str("opType", if plan.limit.is_some() { "deleteOne" } else { "deleteMany" })
            .append_doc("bucketFilter", RawDoc::new(&search.filter.describe()))
            .append_doc("residualFilter", RawDoc::new(&plan.filter.describe()));
        top.details = Some(details.finish());
    }
    explain_query(request, collection.as_deref(), &search, verbosity, Some(top), out)
}
