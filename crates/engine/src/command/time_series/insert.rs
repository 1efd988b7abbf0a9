//! Adding measurements to buckets
//! (<https://www.mongodb.com/docs/manual/core/timeseries/timeseries-bucketing/#how-bucketing-works>).

use super::super::insert::with_id_first;
use super::super::{Request, write};
use super::buckets;
use crate::collection::{Change, RecordId};
use crate::error::{Error, ErrorCode, Result};
use crate::plan::{Execution, PlanRequest, choose};
use crate::query::{Filter, FilterContext};
use crate::timeseries::{TimeSeries, add_measurement, fits, meta_of, new_bucket, start};
use crate::value::{DocBuilder, RawDoc, RawValue, tag};

/// Most bytes of a measurement
/// (<https://www.mongodb.com/docs/manual/core/timeseries/timeseries-limitations/#document-size>).
const MOST_BYTES: usize = 4 * 1024 * 1024;

/// Puts a measurement, with an `_id` when it has none, into a bucket with room for it, or else into a new one.
///
/// # Errors
/// `BadValue` without a time, `BSONObjectTooLarge`.
pub(in crate::command) fn insert(
    request: &mut Request<'_>,
    database: &str,
    name: &str,
    series: &TimeSeries,
    measurement: RawDoc<'_>,
) -> Result<()> {
    let Some(time) = measurement.get(&series.time_field).and_then(RawValue::as_date) else {
        return Err(Error::bad_value(format!(
            "'{}' must be present and contain a valid BSON UTC datetime value",
            series.time_field
        )));
    };
    let with_id = match measurement.get("_id") {
        Some(_) => None,
        None => with_id_first(request, measurement)?,
    };
    let measurement = with_id.as_deref().map_or(measurement, RawDoc::new);
    let bytes = measurement.as_bytes().len();
    if bytes > MOST_BYTES {
        return Err(Error::new(
            ErrorCode::BSON_OBJECT_TOO_LARGE,
            format!("Measurement document is too large: {bytes} > {MOST_BYTES}"),
        ));
    }
    let stored = buckets(name);
    let meta = meta_of(measurement, series);
    let meta = meta.as_deref().map_or(RawDoc::empty(), RawDoc::new);
    let found = find(request, database, &stored, series, meta, time, bytes)?;
    let bucket = match &found {
        Some((_, bucket)) => add_measurement(RawDoc::new(bucket), series, measurement),
        None => {
            let start = series.rounded(time);
            let mut id = request.engine.new_object_id();
            id[..4].copy_from_slice(&(start.div_euclid(1000) as u32).to_be_bytes());
            let id = RawValue { tag: tag::OBJECT_ID, bytes: &id };
            new_bucket(series, id, start, meta, &[measurement])
        }
    };
    let collection = request.engine.collection_or_create(database, &stored)?;
    let effect = match found {
        Some((record, _)) => collection.update(record, Change::Replace(&bucket))?,
        None => collection.insert(&bucket)?.1,
    };
    write::count_effect(&mut request.meter, effect);
    Ok(())
}

/// The latest bucket of a series that takes a measurement of a time.
fn find(
    request: &Request<'_>,
    database: &str,
    stored: &str,
    series: &TimeSeries,
    meta: RawDoc<'_>,
    time: i64,
    bytes: usize,
) -> Result<Option<(RecordId, Vec<u8>)>> {
    let Some(collection) = request.engine.collection(database, stored) else { return Ok(None) };
    let mut filter = DocBuilder::new();
    filter.document("meta", |condition| {
        match meta.get("meta") {
            Some(meta) => condition.append_raw("$eq", meta),
            None => condition.append_bool("$exists", false),
        };
    });
    filter.document(&format!("control.min.{}", series.time_field), |condition| {
        condition.append_date("$lte", time).append_date("$gt", time.saturating_sub(series.max_span * 1000));
    });
    let filter = Filter::parse(RawDoc::new(&filter.finish()), &FilterContext::default())?;
    let (mut plan, _) = choose(Some(collection), &PlanRequest::matching(filter.into()))?;
    let mut execution = Execution { collection };
    let mut best: Option<(i64, RecordId, &[u8])> = None;
    while let Some(row) = plan.next(&mut execution)? {
        let Some(record) = row.record else { continue };
        let Some(bytes_of) = collection.records().get(record) else { continue };
        let bucket = RawDoc::new(bytes_of);
        // Equal values are not all the same: 1 is 1.0.
        let same = bucket.get("meta").map(|meta| (meta.tag, meta.bytes))
            == meta.get("meta").map(|meta| (meta.tag, meta.bytes));
        let start = start(bucket, series).unwrap_or(i64::MIN);
        if same && fits(bucket, series, time, bytes) && best.is_none_or(|(latest, ..)| start >= latest) {
            best = Some((start, record, bytes_of));
        }
    }
    Ok(best.map(|(_, record, bucket)| (record, bucket.to_vec())))
}
