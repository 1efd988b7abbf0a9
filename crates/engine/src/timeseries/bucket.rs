//! Buckets: `{ _id, control: { version, min, max, count }, meta, data: { field: { "0": … } } }`
//! (<https://www.mongodb.com/docs/manual/core/timeseries/timeseries-bucketing/>).

use std::cmp::Ordering;

use super::TimeSeries;
use crate::value::{DocBuilder, EMPTY_DOCUMENT, Element, IndexName, RawDoc, RawValue, compare_raw};

/// Most measurements in a bucket.
const MOST_MEASUREMENTS: i64 = 1000;
/// Most bytes of a bucket of more than [`FEW_MEASUREMENTS`].
const MOST_BYTES: usize = 125 * 1024;
/// So many measurements share a bucket however large they are.
const FEW_MEASUREMENTS: i64 = 10;
/// Most bytes of any bucket.
const MOST_BYTES_OF_FEW: usize = 12 * 1024 * 1024;

/// A field of a document of the bucket, empty when it is not there.
fn part<'a>(doc: RawDoc<'a>, name: &str) -> RawDoc<'a> {
    doc.get(name).and_then(RawValue::as_document).unwrap_or(RawDoc::empty())
}

/// How many measurements a bucket has.
pub fn count(bucket: RawDoc<'_>) -> i64 {
    part(bucket, "control").get("count").and_then(RawValue::as_number).map_or(0, |n| n.to_i64_clamped())
}

/// The time from which a bucket counts, in milliseconds.
pub fn start(bucket: RawDoc<'_>, series: &TimeSeries) -> Option<i64> {
    part(part(bucket, "control"), "min").get(&series.time_field)?.as_date()
}

/// Whether a bucket of the same series has room for a measurement of `bytes` at `millis`.
pub fn fits(bucket: RawDoc<'_>, series: &TimeSeries, millis: i64, bytes: usize) -> bool {
    let Some(start) = start(bucket, series) else { return false };
    let spanned = millis >= start && millis - start < series.max_span * 1000;
    let (count, bytes) = (count(bucket), bucket.as_bytes().len() + bytes);
    let small = bytes <= MOST_BYTES || (count < FEW_MEASUREMENTS && bytes <= MOST_BYTES_OF_FEW);
    spanned && count < MOST_MEASUREMENTS && small
}

/// The series that a measurement belongs to, with the fields of documents by name, as their
/// order tells no series from another.
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

/// The least (or greatest) of what two documents have in each field, arrays element by element.
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

/// A bucket of measurements of one series that counts from `start` milliseconds. `id` is that
/// of the bucket, `meta` is what [`meta_of`] gives.
pub fn new_bucket(
    series: &TimeSeries,
    id: RawValue<'_>,
    start: i64,
    meta: RawDoc<'_>,
    measurements: &[RawDoc<'_>],
) -> Vec<u8> {
    let mut names: Vec<&[u8]> = Vec::new();
    let (mut least, mut greatest) = (EMPTY_DOCUMENT.to_vec(), EMPTY_DOCUMENT.to_vec());
    for measurement in measurements {
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
    let mut data = DocBuilder::new();
    for name in names {
        data.nested(crate::value::tag::DOCUMENT, name, |column| {
            for (at, measurement) in measurements.iter().enumerate() {
                if let Some(value) = measurement.get_bytes(name) {
                    column.append_raw_bytes(IndexName::new(at).as_bytes(), value);
                }
            }
        });
    }
    let mut rounded = DocBuilder::new();
    for field in RawDoc::new(&least) {
        match field.key == series.time_field.as_bytes() {
            true => rounded.append_date(&series.time_field, start),
            false => rounded.append_raw_bytes(field.key, field.value),
        };
    }
    let least = rounded.finish();
    let controls = [RawDoc::new(&least), RawDoc::new(&greatest)];
    assembled(id, controls, measurements.len() as i64, meta, RawDoc::new(&data.finish()))
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

/// The bucket with one measurement more.
pub fn add_measurement(bucket: RawDoc<'_>, series: &TimeSeries, measurement: RawDoc<'_>) -> Vec<u8> {
    let (control, data, count) = (part(bucket, "control"), part(bucket, "data"), count(bucket));
    let at = IndexName::new(usize::try_from(count).unwrap_or(0));
    let mut fields = DocBuilder::new();
    let mut columns = DocBuilder::with_capacity(data.as_bytes().len() + measurement.as_bytes().len() + 64);
    for column in data {
        columns.nested(column.value.tag, column.key, |out| {
            out.append_all(column.value.as_document().unwrap_or(RawDoc::empty()));
            if let Some(value) = measurement.get_bytes(column.key) {
                out.append_raw_bytes(at.as_bytes(), value);
            }
        });
    }
    for field in measurement.iter().filter(|field| is_data(series, field)) {
        fields.append_raw_bytes(field.key, field.value);
        if data.get_bytes(field.key).is_none() {
            columns.nested(crate::value::tag::DOCUMENT, field.key, |out| {
                out.append_raw_bytes(at.as_bytes(), field.value);
            });
        }
    }
    let fields = fields.finish();
    let bound = |name, wanted| {
        let mut out = DocBuilder::new();
        merged(part(control, name), RawDoc::new(&fields), wanted, &mut out);
        out.finish()
    };
    let (least, greatest) = (bound("min", Ordering::Less), bound("max", Ordering::Greater));
    let mut meta = DocBuilder::new();
    if let Some(value) = bucket.get("meta") {
        meta.append_raw("meta", value);
    }
    let id = bucket.get("_id").unwrap_or(RawValue::NULL);
    let controls = [RawDoc::new(&least), RawDoc::new(&greatest)];
    assembled(id, controls, count + 1, RawDoc::new(&meta.finish()), RawDoc::new(&columns.finish()))
}

/// The measurements of a bucket: time, series, then what is `kept` of the other fields.
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
