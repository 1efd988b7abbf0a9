//! Indexes of time series collections, which are indexes of their buckets
//! (<https://www.mongodb.com/docs/manual/core/timeseries/timeseries-secondary-index/>).

use crate::collection::{IndexSpec, is_true};
use crate::error::{Error, ErrorCode, Result};
use crate::timeseries::TimeSeries;
use crate::value::{DocBuilder, RawDoc, RawValue};

/// Returns the default index of a collection with a meta field, as of 6.3.
///
/// # Errors
/// Errors of the specification.
pub(super) fn default(series: &TimeSeries) -> Result<Option<IndexSpec>> {
    let (Some(meta), time) = (&series.meta_field, &series.time_field) else { return Ok(None) };
    let mut spec = DocBuilder::new();
    spec.document("key", |key| {
        key.append_i32(meta, 1).append_i32(time, 1);
    });
    spec.append_str("name", &format!("{meta}_1_{time}_1"));
    specification(series, RawDoc::new(&spec.finish())).map(Some)
}

fn invalid<T>(text: impl Into<String>) -> Result<T> {
    Err(Error::new(ErrorCode::INVALID_OPTIONS, text))
}

/// Translates an index of measurements into an index of buckets.
///
/// # Errors
/// `InvalidOptions` (72) and `CannotCreateIndex` (67) for indexes not supported on time series; errors of
/// any specification.
pub(in crate::command) fn specification(series: &TimeSeries, spec: RawDoc<'_>) -> Result<IndexSpec> {
    let key = spec.get("key").and_then(RawValue::as_document);
    let set = |option: &str| spec.get(option).is_some_and(is_true);
    for (option, kind) in [("unique", "Unique"), ("prepareUnique", "Unique")] {
        if set(option) {
            return invalid(format!("{kind} indexes are not supported on time-series collections"));
        }
    }
    let fields = || key.into_iter().flat_map(RawDoc::iter);
    if set("sparse") && fields().any(|field| series.meta_path(field.name()).is_none()) {
        return invalid("Sparse indexes are not supported on time-series collections");
    }
    let expiry = spec.get("expireAfterSeconds").and_then(RawValue::as_number);
    if expiry.is_some() {
        let timed = fields().next().is_some_and(|field| field.name() == series.time_field);
        if !timed || fields().count() > 1 || spec.get("partialFilterExpression").is_none() {
            return invalid(
                "TTL indexes on time-series collections must be on the timeField and partial on the metaField",
            );
        }
    }
    let mut translated = DocBuilder::new();
    for element in spec {
        match (element.name(), element.value.as_document()) {
            ("key", Some(key)) => {
                translated.append_doc("key", RawDoc::new(&series.bucket_key(key)?));
            }
            ("partialFilterExpression", Some(filter)) => {
                let Some(filter) = series.meta_filter(filter) else {
                    return Err(Error::not_supported(
                        "A partial index of a time series on fields other than the metaField",
                    ));
                };
                translated.append_doc("partialFilterExpression", RawDoc::new(&filter));
            }
            ("expireAfterSeconds", _) if expiry.is_some() => {}
            _ => {
                translated.append_raw_bytes(element.key, element.value);
            }
        }
    }
    let mut parsed = IndexSpec::parse(RawDoc::new(&translated.finish()))?;
    if let Some(seconds) = expiry {
        let seconds = seconds.to_i64_clamped();
        if let Some(text) = crate::collection::expiry_error(seconds) {
            return Err(Error::new(ErrorCode::CANNOT_CREATE_INDEX, text));
        }
        let mut document = DocBuilder::new();
        document
            .append_all(RawDoc::new(&parsed.document))
            .append_count("expireAfterSeconds", seconds.unsigned_abs());
        parsed.document = document.finish();
        parsed.expire_after_seconds = Some(seconds);
    }
    Ok(parsed)
}
