//! Buckets: `{ _id, control: { version, min, max, count }, meta, data: { field: { "0": … } } }`
//! (<https://www.mongodb.com/docs/manual/core/timeseries/timeseries-bucketing/>).

use std::cmp::Ordering;

use super::TimeSeries;
use crate::value::{DocBuilder, Element, IndexName, RawDoc, RawValue, compare_raw, tag};

/// Maximum number of measurements in a bucket.
const MAX_MEASUREMENTS: i64 = 1000;
/// Maximum size in bytes of a bucket of more than [`FEW_MEASUREMENTS`].
const MAX_BYTES: usize = 125 * 1024;
/// The number of measurements that may share a bucket regardless of their size.
const FEW_MEASUREMENTS: i64 = 10;
/// Maximum size of any bucket in bytes.
const MAX_BYTES_OF_FEW: usize = 12 * 1024 * 1024;

/// Returns an embedded document of the bucket; empty if absent.
fn part<'a>(doc: RawDoc<'a>, name: &str) -> RawDoc<'a> {
    doc.get(name).and_then(RawValue::as_document).unwrap_or(RawDoc::empty())
}

/// Returns the number of measurements in a bucket.
pub fn count(bucket: RawDoc<'_>) -> i64 {
    part(bucket, "control").get("count").and_then(RawValue::as_number).map_or(0, |n| n.to_i64_clamped())
}

/// Returns the start time of a bucket, in milliseconds.
pub fn start(bucket: RawDoc<'_>, series: &TimeSeries) -> Option<i64> {
    part(part(bucket, "control"), "min").get(&series.time_field)?.as_date()
}

/// The fill level of a bucket.
#[derive(Clone, Copy, Debug)]
pub struct Filling {
    /// The start time, in milliseconds.
    pub start: i64,
    /// The number of measurements.
    pub count: i64,
    /// The size in bytes.
    pub bytes: usize,
}

impl Filling {
    /// Returns the fill level of a stored bucket.
    pub fn of(bucket: RawDoc<'_>, series: &TimeSeries) -> Option<Self> {
        Some(Filling { start: start(bucket, series)?, count: count(bucket), bytes: bucket.as_bytes().len() })
    }

    /// Whether the bucket has room for a measurement of `bytes` at `millis`.
    pub fn takes(&self, series: &TimeSeries, millis: i64, bytes: usize) -> bool {
        let spanned = millis >= self.start && millis.saturating_sub(self.start) < series.max_span * 1000;
        let bytes = self.bytes + bytes;
        let few = self.count < FEW_MEASUREMENTS && bytes <= MAX_BYTES_OF_FEW;
        spanned && self.count < MAX_MEASUREMENTS && (bytes <= MAX_BYTES || few)
    }
}

/// Returns the first bytes of the `_id` of a bucket that starts at `millis`. Times out of range are
/// clamped.
pub fn seconds_of_id(millis: i64) -> [u8; 4] {
    (millis.div_euclid(1000).clamp(0, i64::from(u32::MAX)) as u32).to_be_bytes()
}

/// The field types of a bucket's measurements. All measurements of a bucket have the same types at every
/// path, so that the minimum and maximum bound all values
/// (<https://www.mongodb.com/docs/manual/core/timeseries/timeseries-bucketing/>).
#[derive(Clone, Debug, Default)]
pub struct Shape(Vec<u8>);

impl Shape {
    /// Returns the types in a bucket.
    pub fn of(bucket: RawDoc<'_>) -> Self {
        Shape(part(part(bucket, "control"), "min").as_bytes().to_vec())
    }

    /// Whether a measurement has these types, in all fields whose type is known.
    pub fn takes(&self, measurement: RawDoc<'_>, series: &TimeSeries) -> bool {
        self.0.is_empty()
            || measurement.iter().filter(|field| is_data(series, field)).all(|field| {
                RawDoc::new(&self.0).get_bytes(field.key).is_none_or(|own| agrees(own, field.value))
            })
    }

    /// Adds the types of new fields.
    pub fn learn(&mut self, measurement: RawDoc<'_>, series: &TimeSeries) {
        let known = if self.0.is_empty() { RawDoc::empty() } else { RawDoc::new(&self.0) };
        let data = || measurement.iter().filter(|field| is_data(series, field));
        if data().all(|field| known.get_bytes(field.key).is_some_and(|own| covers(own, field.value))) {
            return;
        }
        let mut fields = DocBuilder::new();
        data().for_each(|field| {
            fields.append_raw_bytes(field.key, field.value);
        });
        let mut out = DocBuilder::new();
        merged(known, RawDoc::new(&fields.finish()), Ordering::Less, &mut out);
        self.0 = out.finish();
    }
}

/// Whether two values have the same type, including nested values.
fn agrees(one: RawValue<'_>, other: RawValue<'_>) -> bool {
    if one.view().rank() != other.view().rank() {
        return false;
    }
    match (one.as_container(), other.as_container()) {
        (Some(one), Some(other)) => {
            other.iter().all(|field| one.get_bytes(field.key).is_none_or(|own| agrees(own, field.value)))
        }
        _ => true,
    }
}

/// Whether the types of `value` and its nested values are known.
fn covers(known: RawValue<'_>, value: RawValue<'_>) -> bool {
    match (known.as_container(), value.as_container()) {
        (Some(known), Some(value)) => {
            value.iter().all(|field| known.get_bytes(field.key).is_some_and(|own| covers(own, field.value)))
        }
        _ => true,
    }
}

/// Returns the meta value of a measurement with sorted field names, since their order doesn't distinguish
/// series.
pub fn meta_of(measurement: RawDoc<'_>, series: &TimeSeries) -> Option<Vec<u8>> {
    let value = measurement.get(series.meta_field.as_deref()?)?;
    let mut out = DocBuilder::new();
    append_sorted("meta", value, &mut out);
    Some(out.finish())
}

fn append_sorted(name: &str, value: RawValue<'_>, out: &mut DocBuilder) {
    let Some(inner) = value.as_container() else {
        out.append_raw(name, value);
        return;
    };
    let mut fields: Vec<Element<'_>> = inner.iter().collect();
    if value.is_document() {
        crate::value::sort_by(&mut fields, |a, b| a.key.cmp(b.key));
    }
    out.nested(value.tag, name.as_bytes(), |out| {
        fields.iter().for_each(|field| append_sorted(field.name(), field.value, out));
    });
}

/// Merges two documents to the minimum (or maximum) of each field, arrays element by element.
fn merged(kept: RawDoc<'_>, new: RawDoc<'_>, wanted: Ordering, out: &mut DocBuilder) {
    for Element { key, value, .. } in kept {
        let Some(other) = new.get_bytes(key) else {
            out.append_raw_bytes(key, value);
            continue;
        };
        match (value.as_container(), other.as_container()) {
            (Some(kept), Some(new)) if value.tag == other.tag => {
                out.nested(value.tag, key, |out| merged(kept, new, wanted, out));
            }
            _ if compare_raw(other, value) == wanted => {
                out.append_raw_bytes(key, other);
            }
            _ => {
                out.append_raw_bytes(key, value);
            }
        }
    }
    for Element { key, value, .. } in new.iter().filter(|field| kept.get_bytes(field.key).is_none()) {
        out.append_raw_bytes(key, value);
    }
}

/// Creates a bucket for measurements of one series. `id` is the bucket's `_id`, `start` its start time in milliseconds,
/// `meta` the result of [`meta_of`].
pub fn new_bucket(
    series: &TimeSeries,
    id: RawValue<'_>,
    start: i64,
    meta: RawDoc<'_>,
    measurements: &[RawDoc<'_>],
) -> Vec<u8> {
    let nothing = RawDoc::empty();
    let empty = assembled(id, [nothing, nothing], 0, meta, nothing);
    grown(RawDoc::new(&empty), series, measurements, Some(start))
}

/// Adds measurements to a bucket.
pub fn add_measurements(bucket: RawDoc<'_>, series: &TimeSeries, more: &[RawDoc<'_>]) -> Vec<u8> {
    grown(bucket, series, more, None)
}

/// Adds measurements to a bucket, and sets its start time if `start` is given.
fn grown(bucket: RawDoc<'_>, series: &TimeSeries, more: &[RawDoc<'_>], start: Option<i64>) -> Vec<u8> {
    let (control, data, count) = (part(bucket, "control"), part(bucket, "data"), count(bucket));
    let mut names: Vec<&[u8]> = data.iter().map(|column| column.key).collect();
    let [mut least, mut greatest] = ["min", "max"].map(|bound| part(control, bound).as_bytes().to_vec());
    let mut size = data.as_bytes().len() + 64;
    for measurement in more {
        size += measurement.as_bytes().len();
        let mut fields = DocBuilder::new();
        for field in measurement.iter().filter(|field| is_data(series, field)) {
            fields.append_raw_bytes(field.key, field.value);
            if !names.contains(&field.key) {
                names.push(field.key);
            }
        }
        let fields = fields.finish();
        for (kept, wanted) in [(&mut least, Ordering::Less), (&mut greatest, Ordering::Greater)] {
            let mut out = DocBuilder::new();
            merged(RawDoc::new(kept), RawDoc::new(&fields), wanted, &mut out);
            *kept = out.finish();
        }
    }
    if let Some(start) = start {
        let mut rounded = DocBuilder::new();
        for field in RawDoc::new(&least) {
            match field.key == series.time_field.as_bytes() {
                true => rounded.append_date(&series.time_field, start),
                false => rounded.append_raw_bytes(field.key, field.value),
            };
        }
        least = rounded.finish();
    }
    let mut columns = DocBuilder::with_capacity(size);
    let first = usize::try_from(count).unwrap_or(0);
    for name in names {
        columns.nested(tag::DOCUMENT, name, |column| {
            column
                .append_all(data.get_bytes(name).and_then(RawValue::as_document).unwrap_or(RawDoc::empty()));
            for (at, measurement) in more.iter().enumerate() {
                if let Some(value) = measurement.get_bytes(name) {
                    column.append_raw_bytes(IndexName::new(first + at).as_bytes(), value);
                }
            }
        });
    }
    let mut meta = DocBuilder::new();
    if let Some(value) = bucket.get("meta") {
        meta.append_raw("meta", value);
    }
    let id = bucket.get("_id").unwrap_or(RawValue::NULL);
    let controls = [RawDoc::new(&least), RawDoc::new(&greatest)];
    let count = count + more.len() as i64;
    assembled(id, controls, count, RawDoc::new(&meta.finish()), RawDoc::new(&columns.finish()))
}

fn is_data(series: &TimeSeries, field: &Element<'_>) -> bool {
    series.meta_field.as_ref().is_none_or(|meta| meta.as_bytes() != field.key)
}

fn assembled(
    id: RawValue<'_>,
    [least, greatest]: [RawDoc<'_>; 2],
    count: i64,
    meta: RawDoc<'_>,
    data: RawDoc<'_>,
) -> Vec<u8> {
    let mut out = DocBuilder::with_capacity(data.as_bytes().len() + 256);
    out.append_raw("_id", id);
    out.document("control", |control| {
        control.append_i32("version", 1).append_doc("min", least).append_doc("max", greatest);
        control.append_count("count", count.unsigned_abs());
    });
    out.append_all(meta).append_doc("data", data);
    out.finish()
}

/// Returns the measurements of a bucket, each with time, meta value, and then the other fields in `kept`.
pub fn measurements(
    bucket: RawDoc<'_>,
    time_field: &str,
    meta_field: Option<&str>,
    kept: &dyn Fn(&[u8]) -> bool,
) -> Vec<Vec<u8>> {
    let data = part(bucket, "data");
    let times = part(data, time_field);
    let others = data.iter().filter(|column| column.key != time_field.as_bytes() && kept(column.key));
    let mut others: Vec<_> = others
        .filter_map(|column| Some((column.key, column.value.as_document()?.iter().peekable())))
        .collect();
    let meta = meta_field.zip(bucket.get("meta"));
    let one = |time: Element<'_>| {
        let mut out = DocBuilder::new();
        out.append_raw(time_field, time.value);
        if let Some((name, value)) = meta {
            out.append_raw(name, value);
        }
        for (name, column) in &mut others {
            if let Some(field) = column.next_if(|field| field.key == time.key) {
                out.append_raw_bytes(name, field.value);
            }
        }
        out.finish()
    };
    times.iter().map(one).collect()
}
