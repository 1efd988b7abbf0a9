//! Constants of the format, for `build.rs`, which packs the zones, and for their reader.

/// Before the first transition of every zone, in seconds since 1970.
pub(super) const EARLIEST: i64 = -4_000_000_000;
/// Most steps and changes of offset are multiples of this number of seconds.
pub(super) const QUARTER_HOUR: i64 = 900;
