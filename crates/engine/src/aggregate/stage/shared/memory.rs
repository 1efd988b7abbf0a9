//! The memory limit of stages that must see all documents before the first goes out.

use crate::aggregate::stage::find_stage;
use crate::headroom::Headroom;
use crate::{Error, ErrorCode, Result};

/// Bytes one stage may hold
/// (<https://www.mongodb.com/docs/manual/core/aggregation-pipeline-limits/>).
pub const MEMORY_LIMIT: usize = 100 * 1024 * 1024;

/// The bytes that a stage holds. There is no disk to spill to, so the limit is final.
#[derive(Clone, Copy, Debug, Default)]
pub struct Memory {
    used: usize,
    headroom: Headroom,
}

impl Memory {
    /// Counts bytes.
    ///
    /// # Errors
    /// `QueryExceededMemoryLimitNoDiskUseAllowed` (292), or what the stage has
    /// instead where it never uses the disk.
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

    fn check(&mut self, stage: &str) -> Result<()> {
        if self.used <= MEMORY_LIMIT {
            self.headroom.hold(self.used);
            return Ok(());
        }
        let own = find_stage(stage).and_then(|known| known.exceeded);
        Err(own.map_or_else(|| of_most(stage), |error| error(self.used)))
    }
}

/// A stage's error for exceeding the limit, given the bytes.
pub type Exceeded = fn(usize) -> Error;

fn of_most(stage: &str) -> Error {
    Error::new(
        ErrorCode::QUERY_EXCEEDED_MEMORY_LIMIT,
        format!(
            "Exceeded memory limit for {stage}, but didn't allow external spilling; pass allowDiskUse:true to opt in"
        ),
    )
}

/// The error of sorting stages.
pub(in crate::aggregate) fn of_sort(_: usize) -> Error {
    Error::new(
        ErrorCode::QUERY_EXCEEDED_MEMORY_LIMIT,
        format!(
            "Sort exceeded memory limit of {MEMORY_LIMIT} bytes, but did not opt in to external sorting."
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_has_the_stages_own_error() {
        let exceeded = |stage| Memory::default().set(MEMORY_LIMIT + 1, stage).expect_err("too much");
        for (stage, code, text) in [
            ("$sort", 292, "Sort exceeded memory limit of 104857600 bytes, but did not opt in"),
            ("$group", 292, "Exceeded memory limit for $group, but didn't allow external spilling"),
            ("$graphLookup", 40099, "reached maximum memory consumption"),
            ("$facet", 4031700, "document constructed by $facet is 104857601 bytes"),
        ] {
            let error = exceeded(stage);
            assert_eq!(error.code(), code, "{stage}");
            assert!(error.message().contains(text), "{error}");
        }
        let mut memory = Memory::default();
        assert!(memory.add(MEMORY_LIMIT, "$sort").is_ok());
        memory.release(1);
        assert!(memory.add(1, "$sort").is_ok() && memory.add(1, "$sort").is_err());
    }
}
