//! The parameters of the server that clients may change while it runs
//! (<https://www.mongodb.com/docs/manual/reference/parameters/>).

use crate::log_levels::LogLevels;

/// What `setParameter` has set.
#[derive(Debug)]
pub(crate) struct Parameters {
    /// How much of what is logged.
    pub(crate) log_levels: LogLevels,
    /// `notablescan`: whether queries that no index serves are refused.
    pub(crate) no_table_scan: bool,
    /// `ttlMonitorEnabled`: whether expired documents are deleted.
    pub(crate) ttl_monitor: bool,
}

impl Default for Parameters {
    fn default() -> Self {
        Parameters { log_levels: LogLevels::default(), no_table_scan: false, ttl_monitor: true }
    }
}
