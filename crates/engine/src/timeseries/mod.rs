//! Time series: collections of measurements, kept in buckets
//! (<https://www.mongodb.com/docs/manual/core/timeseries-collections/>).
//!
//! A collection `x` of time series is a view that unpacks the documents of `system.buckets.x`,
//! which has the option [`TimeSeries`]. What reads views reads it; what writes to it comes
//! through `command/timeseries`. A bucket holds its measurements field by field, as buckets
//! did before they were compressed, so that the pattern can be looked at.

mod bucket;
mod options;
mod paths;
mod pipeline;
mod search;

pub use bucket::{
    Filling, Shape, add_measurements, count, measurements, meta_of, new_bucket, seconds_of_id, start,
};
pub use options::TimeSeries;

/// What the names of the collections with buckets begin with.
pub const BUCKETS: &str = "system.buckets.";
