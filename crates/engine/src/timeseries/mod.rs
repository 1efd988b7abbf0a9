//! Time series: collections of measurements, stored in buckets
//! (<https://www.mongodb.com/docs/manual/core/timeseries-collections/>).
//!
//! A time series collection `x` is a view that unpacks the documents of `system.buckets.x`, which has the
//! option [`TimeSeries`]. Reads use the view; writes use `command/timeseries`. A bucket stores its
//! measurements by field, in the uncompressed format of earlier versions, so that learners can read it.

mod bucket;
mod options;
mod paths;
mod pipeline;
mod search;

pub use bucket::{
    Filling, Shape, add_measurements, count, measurements, meta_of, new_bucket, seconds_of_id, start,
};
pub use options::TimeSeries;

/// The prefix of the names of bucket collections.
pub const BUCKETS: &str = "system.buckets.";
