//! Constants of the packed format, for `build.rs`, which packs the zones, and for the reader.

/// A time before the first transition of every zone, in seconds since 1970.
pub(super) const EARLIEST: i64 = -4_000_000_000;
/// Most steps and changes of offset are multiples of this number of seconds.
pub(super) const QUARTER_HOUR: i64 = 900;
