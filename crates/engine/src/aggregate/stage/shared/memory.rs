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

    fn check(&self, stage: &str) -> Result<()> {
        if self.used <= MEMORY_LIMIT {
            return Ok(());
        }
        let used = self.used;
        Err(match stage {
            // These sort.
            "$sort" | "$bucketAuto" | "$sample" => Error::new(
                ErrorCode::QUERY_EXCEEDED_MEMORY_LIMIT,
                format!(
                    "Sort exceeded memory limit of {MEMORY_LIMIT} bytes, but did not opt in to external sorting."
                ),
            ),
            "$graphLookup" => Error::new(40099, "$graphLookup reached maximum memory consumption"),
            "$facet" => Error::new(
                4031700,
                format!(
                    "document constructed by $facet is {used} bytes, which exceeds the limit of {MEMORY_LIMIT} bytes"
                ),
            ),
            "$densify" => Error::new(6007200, format!("$densify exceeded memory limit of {MEMORY_LIMIT}")),
            "$setWindowFields" => Error::new(
                5643011,
                format!(
                    "Exceeded max memory. Current memory: {used} bytes. Max allowed memory: {MEMORY_LIMIT} bytes. To allow spill to disk: set allowDiskUse to true"
                ),
            ),
            _ => Error::new(
                ErrorCode::QUERY_EXCEEDED_MEMORY_LIMIT,
                format!(
                    "Exceeded memory limit for {stage}, but didn't allow external spilling; pass allowDiskUse:true to opt in"
                ),
            ),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_told_in_the_words_of_the_stage() {
        let told = |stage| Memory::default().set(MEMORY_LIMIT + 1, stage).expect_err("too much");
        for (stage, code, text) in [
            ("$sort", 292, "Sort exceeded memory limit of 104857600 bytes, but did not opt in"),
            ("$group", 292, "Exceeded memory limit for $group, but didn't allow external spilling"),
            ("$graphLookup", 40099, "reached maximum memory consumption"),
            ("$facet", 4031700, "document constructed by $facet is 104857601 bytes"),
        ] {
            let error = told(stage);
            assert_eq!(error.code(), code, "{stage}");
            assert!(error.message().contains(text), "{error}");
        }
        let mut memory = Memory::default();
        assert!(memory.add(MEMORY_LIMIT, "$sort").is_ok());
        memory.release(1);
        assert!(memory.add(1, "$sort").is_ok() && memory.add(1, "$sort").is_err());
    }
}
