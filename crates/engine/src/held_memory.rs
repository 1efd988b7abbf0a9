//! The memory of a stage. There is no disk: data that a server would spill stays in memory.

use crate::headroom::Headroom;
use crate::value::DocBuilder;
use crate::{Error, ErrorCode, Result};

/// Maximum memory of a stage without spilling, in bytes
/// (<https://www.mongodb.com/docs/manual/core/aggregation-pipeline-limits/>).
pub const MEMORY_LIMIT: usize = 100 * 1024 * 1024;

/// Maximum memory of a stage where a server would spill to disk, in bytes.
const BOUND_WITHOUT_DISK: usize = 1024 * 1024 * 1024;

/// The memory of a stage, and the number of times that a server would have spilled.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct HeldMemory {
    used: usize,
    headroom: Headroom,
    may_spill: bool,
    spills: usize,
}

impl HeldMemory {
    /// Creates the memory of a stage that may spill if `may_spill`.
    pub(crate) fn spilling(may_spill: bool) -> Self {
        HeldMemory { may_spill, ..HeldMemory::default() }
    }

    /// Sets the memory used. `too_much` is the error beyond the limit.
    ///
    /// # Errors
    /// `too_much`, or `ExceededMemoryLimit` (146) where only a disk would suffice.
    pub(crate) fn set(&mut self, bytes: usize, too_much: impl FnOnce(usize) -> Error) -> Result<()> {
        self.used = bytes;
        if bytes > MEMORY_LIMIT && !self.may_spill {
            return Err(too_much(bytes));
        }
        if bytes > BOUND_WITHOUT_DISK {
            let text = format!(
                "A stage needs {bytes} bytes of memory; the limit is {BOUND_WITHOUT_DISK}. Filter or project first"
            );
            return Err(Error::new(ErrorCode::EXCEEDED_MEMORY_LIMIT, text));
        }
        self.spills = self.spills.max(bytes.saturating_sub(1) / MEMORY_LIMIT);
        self.headroom.hold(bytes);
        Ok(())
    }

    /// Subtracts released memory.
    pub(crate) fn release(&mut self, bytes: usize) {
        self.used = self.used.saturating_sub(bytes);
    }

    /// Returns the memory used, in bytes.
    pub(crate) fn used(&self) -> usize {
        self.used
    }

    /// Returns the number of times that a server would have spilled.
    pub(crate) fn spills(&self) -> usize {
        self.spills
    }

    /// Writes the memory fields of explain's `SORT`.
    pub(crate) fn describe(&self, out: &mut DocBuilder) {
        let spilled = if self.spills > 0 { self.used } else { 0 };
        out.append_count("totalDataSizeSorted", self.used as u64)
            .append_bool("usedDisk", self.spills > 0)
            .append_count("spills", self.spills as u64)
            .append_count("spilledDataStorageSize", spilled as u64);
    }
}

/// Returns a `QueryExceededMemoryLimitNoDiskUseAllowed` (292) error.
pub(crate) fn exceeded(text: String) -> Error {
    Error::new(ErrorCode::QUERY_EXCEEDED_MEMORY_LIMIT, text)
}

/// Returns the error of a sort.
pub(crate) fn of_sort(_: usize) -> Error {
    exceeded(format!(
        "Sort exceeded memory limit of {MEMORY_LIMIT} bytes, but did not opt in to external sorting."
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spilling_stages_may_exceed_the_limit() {
        let mut memory = HeldMemory::spilling(true);
        assert!(memory.set(MEMORY_LIMIT, of_sort).is_ok());
        assert_eq!(memory.spills(), 0);
        assert!(memory.set(MEMORY_LIMIT + 1, of_sort).is_ok());
        assert_eq!(memory.spills(), 1);
        memory.release(MEMORY_LIMIT);
        assert_eq!((memory.used(), memory.spills()), (1, 1));
        let error = memory.set(BOUND_WITHOUT_DISK + 1, of_sort).expect_err("too much");
        assert_eq!(error.code(), ErrorCode::EXCEEDED_MEMORY_LIMIT);
        let error = HeldMemory::spilling(false).set(MEMORY_LIMIT + 1, of_sort).expect_err("too much");
        assert_eq!(error.code(), ErrorCode::QUERY_EXCEEDED_MEMORY_LIMIT);
    }
}
