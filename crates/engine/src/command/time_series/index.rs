//! Indexes of collections of time series, which are indexes of their buckets
//! (<https://www.mongodb.com/docs/manual/core/timeseries/timeseries-secondary-index/>).

use crate::collection::IndexSpec;
use crate::error::Result;
use crate::timeseries::TimeSeries;
use crate::value::{DocBuilder, RawDoc};

/// The index that a collection with series has from the start, as of 6.3.
///
/// # Errors
/// What the specification raises.
pub(super) fn default(series: &TimeSeries) -> Result<Option<IndexSpec>> {
    let (Some(meta), time) = (&series.meta_field, &series.time_field) else { return Ok(None) };
    let mut spec = DocBuilder::new();
    spec.document("key", |key| {
        key.append_i32("meta", 1);
        for bound in ["min", "max"] {
            key.append_i32(&format!("control.{bound}.{time}"), 1);
        }
    });
    spec.append_str("name", &format!("{meta}_1_{time}_1"));
    IndexSpec::parse(RawDoc::new(&spec.finish())).map(Some)
}
