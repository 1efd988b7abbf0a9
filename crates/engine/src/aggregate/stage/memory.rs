//! The memory limit of stages that must see all documents before the first goes out.

use crate::{Error, ErrorCode, Result};

/// Bytes one stage may hold
/// (<https://www.mongodb.com/docs/manual/core/aggregation-pipeline-limits/>).
pub const MEMORY_LIMIT: usize = 100 * 1024 * 1024;

/// What a stage holds. There is no disk to spill to, so the limit is final.
#[derive(Clone, Copy, Debug, Default)]
pub struct Memory {
    used: usize,
}

impl Memory {
    /// Counts bytes.
    ///
    /// # Errors
    /// `QueryExceededMemoryLimitNoDiskUseAllowed` (292).
    pub fn add(&mut self, bytes: usize, stage: &str) -> Result<()> {
        self.used = self.used.saturating_add(bytes);
        self.check(stage)
    }

    /// Sets the number of bytes held.
    ///
    /// # Errors
    /// As [`Self::add`].
    pub fn set(&mut self, bytes: usize, stage: &str) -> Result<()> {
        self.used = bytes;
        self.check(stage)
    }

    /// Gives bytes back.
    pub fn release(&mut self, bytes: usize) {
        self.used = self.used.saturating_sub(bytes);
    }

    fn check(&self, stage: &str) -> Result<()> {
        if self.used <= MEMORY_LIMIT {
            return Ok(());
        }
        let message = if stage == "$sort" {
            format!(
                "Sort exceeded memory limit of {MEMORY_LIMIT} bytes, but did not opt in to external sorting."
            )
        } else {
            format!(
                "Exceeded memory limit for {stage}, but didn't allow external sort. Pass allowDiskUse:true to opt in."
            )
        };
        Err(Error::new(ErrorCode::QUERY_EXCEEDED_MEMORY_LIMIT, message))
    }
}
