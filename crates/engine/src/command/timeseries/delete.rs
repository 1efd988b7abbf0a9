//! Removing measurements
//! (<https://www.mongodb.com/docs/manual/core/timeseries/timeseries-limitations/#deletes>).

use super::super::{Request, write};
use super::buckets;
use crate::collection::{Change, RecordId};
use crate::error::Result;
use crate::plan::PlanRequest;
use crate::timeseries::{TimeSeries, measurements, meta_of, new_bucket, start};
use crate::value::{RawDoc, RawValue};

/// Removes the measurements that match, or the first of them where the request is limited, and
/// the buckets that are then empty; gives how many measurements are gone.
///
/// # Errors
/// What the filter raises.
pub(in crate::command) fn delete(
    request: &mut Request<'_>,
    name: &str,
    series: &TimeSeries,
    plan: &PlanRequest,
) -> Result<u64> {
    let stored = buckets(name);
    let mut deleted = 0;
    let mut changes: Vec<(RecordId, Option<Vec<u8>>)> = Vec::new();
    let Some(collection) = request.engine.collection(request.database, &stored) else { return Ok(0) };
    for (record, bytes) in collection.records().iter() {
        if plan.limit.is_some_and(|limit| deleted >= limit) {
            break;
        }
        let bucket = RawDoc::new(bytes);
        request.meter.docs_examined += 1;
        let all = measurements(bucket, &series.time_field, series.meta_field.as_deref(), &|_| true);
        let mut kept = Vec::new();
        for measurement in all.iter().map(|measurement| RawDoc::new(measurement)) {
            let wanted = plan.limit.is_none_or(|limit| deleted < limit);
            if wanted && plan.filter.matches(measurement)? {
                deleted += 1;
            } else {
                kept.push(measurement);
            }
        }
        if kept.len() == all.len() {
            continue;
        }
        let rest = kept.first().map(|first| {
            let id = bucket.get("_id").unwrap_or(RawValue::NULL);
            let meta = meta_of(*first, series);
            let meta = meta.as_deref().map_or(RawDoc::empty(), RawDoc::new);
            new_bucket(series, id, start(bucket, series).unwrap_or_default(), meta, &kept)
        });
        changes.push((record, rest));
    }
    for (record, rest) in changes {
        let collection = request.engine.collection_or_create(request.database, &stored)?;
        let effect = match rest {
            Some(bucket) => collection.update(record, Change::Replace(&bucket))?,
            None => collection.delete(record)?,
        };
        write::count_effect(&mut request.meter, effect);
    }
    Ok(deleted)
}
