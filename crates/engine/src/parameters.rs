//! The server parameters that clients may change at runtime
//! (<https://www.mongodb.com/docs/manual/reference/parameters/>).

use crate::log_levels::LogLevels;

/// The values set by `setParameter`.
#[derive(Debug)]
pub(crate) struct Parameters {
    /// The log levels of components.
    pub(crate) log_levels: LogLevels,
    /// `notablescan`: whether to reject queries that need a collection scan.
    pub(crate) no_table_scan: bool,
    /// `ttlMonitorEnabled`: whether to delete expired documents.
    pub(crate) ttl_monitor: bool,
}

impl Default for Parameters {
    fn default() -> Self {
        Parameters { log_levels: LogLevels::default(), no_table_scan: false, ttl_monitor: true }
    }
}
