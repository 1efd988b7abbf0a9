//! Inserts of measurements into buckets
//! (<https://www.mongodb.com/docs/manual/core/timeseries/timeseries-bucketing/#how-bucketing-works>).

use std::collections::BTreeMap;
use std::rc::Rc;

use super::buckets;
use crate::collection::{Change, RecordId};
use crate::command::Request;
use crate::command::query_and_write::insert::with_id_first;
use crate::command::shared::write;
use crate::error::{Error, ErrorCode, Result};
use crate::plan::{PlanRequest, choose};
use crate::query::{Filter, FilterContext};
use crate::timeseries::{Filling, Shape, TimeSeries, add_measurements, meta_of, new_bucket, seconds_of_id};
use crate::value::{DocBuilder, RawDoc, RawValue, tag};

/// Maximum size of a measurement in bytes
/// (<https://www.mongodb.com/docs/manual/core/timeseries/timeseries-limitations/#document-size>).
const MAX_MEASUREMENT_BYTES: usize = 4 * 1024 * 1024;

/// Buffers measurements on their way into buckets, so that a bucket is written once for many of them.
pub(in crate::command) struct Batch {
    database: String,
    stored: String,
    series: Rc<TimeSeries>,
    /// The open bucket of each series, by the encoded meta value.
    open: BTreeMap<Vec<u8>, Open>,
}

/// An open bucket.
struct Open {
    /// The bucket's record, if it is stored.
    record: Option<RecordId>,
    /// The `_id` of a new bucket.
    id: [u8; 12],
    filling: Filling,
    shape: Shape,
    added: Vec<Vec<u8>>,
}

impl Batch {
    /// Creates an empty batch for a time series collection.
    pub(in crate::command) fn new(database: &str, name: &str, series: Rc<TimeSeries>) -> Self {
        Batch { database: database.to_owned(), stored: buckets(name), series, open: BTreeMap::new() }
    }

    /// Adds a measurement, with a generated `_id` if it has none.
    ///
    /// # Errors
    /// `BadValue` without a time, `BSONObjectTooLarge`; errors of writing a full bucket.
    pub(in crate::command) fn add(
        &mut self,
        request: &mut Request<'_>,
        measurement: RawDoc<'_>,
    ) -> Result<()> {
        let Some(time) = measurement.get(&self.series.time_field).and_then(RawValue::as_date) else {
            return Err(Error::bad_value(format!(
                "'{}' must be present and contain a valid BSON UTC datetime value",
                self.series.time_field
            )));
        };
        let with_id = match measurement.get("_id") {
            Some(_) => None,
            None => with_id_first(request, measurement)?,
        };
        let measurement = with_id.unwrap_or_else(|| measurement.as_bytes().to_vec());
        let bytes = measurement.len();
        if bytes > MAX_MEASUREMENT_BYTES {
            return Err(Error::new(
                ErrorCode::BSON_OBJECT_TOO_LARGE,
                format!("Measurement document is too large: {bytes} > {MAX_MEASUREMENT_BYTES}"),
            ));
        }
        let meta = meta_of(RawDoc::new(&measurement), &self.series).unwrap_or_default();
        let fits = |open: &Open| {
            open.filling.takes(&self.series, time, bytes)
                && open.shape.takes(RawDoc::new(&measurement), &self.series)
        };
        if !self.open.get(&meta).is_some_and(fits) {
            if let Some(full) = self.open.remove(&meta) {
                self.write(request, &meta, full)?;
            }
            let open = match self.find(request, &meta, time, RawDoc::new(&measurement))? {
                Some((record, filling, shape)) => {
                    Open { record: Some(record), id: [0; 12], filling, shape, added: Vec::new() }
                }
                None => {
                    let start = self.series.rounded(time);
                    let mut id = request.engine.new_object_id();
                    id[..4].copy_from_slice(&seconds_of_id(start));
                    let filling = Filling { start, count: 0, bytes: 0 };
                    Open { record: None, id, filling, shape: Shape::default(), added: Vec::new() }
                }
            };
            self.open.insert(meta.clone(), open);
        }
        if let Some(open) = self.open.get_mut(&meta) {
            open.filling.count += 1;
            open.filling.bytes += bytes;
            open.shape.learn(RawDoc::new(&measurement), &self.series);
            open.added.push(measurement);
        }
        Ok(())
    }

    /// Writes all open buckets.
    ///
    /// # Errors
    /// Errors of the bucket collection's indexes.
    pub(in crate::command) fn finish(mut self, request: &mut Request<'_>) -> Result<()> {
        while let Some((meta, open)) = self.open.pop_first() {
            self.write(request, &meta, open)?;
        }
        Ok(())
    }

    fn write(&self, request: &mut Request<'_>, meta: &[u8], open: Open) -> Result<()> {
        let collection = request.engine.collection_or_create(&self.database, &self.stored)?;
        let added: Vec<RawDoc<'_>> = open.added.iter().map(|measurement| RawDoc::new(measurement)).collect();
        let before = open.record.and_then(|record| Some((record, collection.records().get(record)?)));
        let effect = match before {
            Some((record, bucket)) => {
                let bucket = add_measurements(RawDoc::new(bucket), &self.series, &added);
                collection.update(record, Change::replace(&bucket))?
            }
            None => {
                let id = RawValue { tag: tag::OBJECT_ID, bytes: &open.id };
                let bucket = new_bucket(&self.series, id, open.filling.start, meta_document(meta), &added);
                collection.insert(&bucket)?.1
            }
        };
        write::count_effect(&mut request.meter, effect);
        Ok(())
    }

    /// Returns the latest bucket of a series that has room for a measurement.
    fn find(
        &self,
        request: &Request<'_>,
        meta: &[u8],
        time: i64,
        measurement: RawDoc<'_>,
    ) -> Result<Option<(RecordId, Filling, Shape)>> {
        let Some(collection) = request.engine.collection(&self.database, &self.stored) else {
            return Ok(None);
        };
        let (series, meta) = (&*self.series, meta_document(meta).get("meta"));
        let mut filter = DocBuilder::new();
        filter.document("meta", |condition| {
            match meta {
                Some(meta) => condition.append_raw("$eq", meta),
                None => condition.append_bool("$exists", false),
            };
        });
        filter.document(&format!("control.min.{}", series.time_field), |condition| {
            let earliest = time.saturating_sub(series.max_span * 1000);
            condition.append_date("$lte", time).append_date("$gt", earliest);
        });
        let filter = Filter::parse(RawDoc::new(&filter.finish()), &FilterContext::default())?;
        let (mut plan, _) = choose(Some(collection), &PlanRequest::matching(filter.into()))?;
        let bytes = measurement.as_bytes().len();
        let mut best: Option<(RecordId, Filling, Shape)> = None;
        while let Some(row) = plan.next(collection)? {
            let record = row.record;
            let Some(bucket) = collection.records().get(record).map(RawDoc::new) else { continue };
            // Compare bytes, since equal values like 1 and 1.0 are different series.
            let parts = |value: RawValue<'_>| (value.tag, value.bytes.to_vec());
            let same = bucket.get("meta").map(parts) == meta.map(parts);
            let filling = Filling::of(bucket, series).filter(|filling| filling.takes(series, time, bytes));
            let Some(filling) = filling.filter(|_| same) else { continue };
            let shape = Shape::of(bucket);
            let later = best.as_ref().is_none_or(|(_, best, _)| filling.start >= best.start);
            if later && shape.takes(measurement, series) {
                best = Some((record, filling, shape));
            }
        }
        Ok(best)
    }
}

/// Returns `{ meta: … }`, or an empty document for measurements without a meta value.
fn meta_document(meta: &[u8]) -> RawDoc<'_> {
    if meta.is_empty() { RawDoc::empty() } else { RawDoc::new(meta) }
}
