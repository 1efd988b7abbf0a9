//! The memory limit of stages that read their whole input before emitting.

use crate::aggregate::stage::find_stage;
pub use crate::held_memory::MEMORY_LIMIT;
pub(in crate::aggregate) use crate::held_memory::of_sort;
use crate::held_memory::{HeldMemory, exceeded};
use crate::value::DocBuilder;
use crate::{Error, Result};

/// The number of bytes that a stage holds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Memory(HeldMemory);

impl Memory {
    /// Creates the memory of a stage that spills to disk if the command allows it.
    pub fn spilling(may_spill: bool) -> Self {
        Memory(HeldMemory::spilling(may_spill))
    }

    /// Adds bytes.
    ///
    /// # Errors
    /// `QueryExceededMemoryLimitNoDiskUseAllowed` (292), or the stage's own error if it
    /// never spills. `ExceededMemoryLimit` (146) for an amount that only a disk could hold.
    pub fn add(&mut self, bytes: usize, stage: &str) -> Result<()> {
        self.set(self.0.used().saturating_add(bytes), stage)
    }

    /// Sets the number of bytes held.
    ///
    /// # Errors
    /// Same as [`Self::add`].
    pub fn set(&mut self, bytes: usize, stage: &str) -> Result<()> {
        self.0.set(bytes, |used| {
            let own = find_stage(stage).and_then(|known| known.exceeded);
            own.map_or_else(|| default_error(stage), |error| error(used))
        })
    }

    /// Subtracts bytes.
    pub fn release(&mut self, bytes: usize) {
        self.0.release(bytes);
    }

    /// Returns the number of bytes held.
    pub fn used(&self) -> usize {
        self.0.used()
    }

    /// Returns how often the server would have spilled to disk.
    pub fn spills(&self) -> usize {
        self.0.spills()
    }

    /// Writes the spill statistics as explain shows them for a pipeline stage.
    pub fn describe(&self, out: &mut DocBuilder) {
        out.append_bool("usedDisk", self.spills() > 0).append_i64("spills", self.spills() as i64);
    }
}

/// Returns a stage's error for exceeding the limit, given the number of bytes.
pub type Exceeded = fn(usize) -> Error;

fn default_error(stage: &str) -> Error {
    exceeded(format!(
        "Exceeded memory limit for {stage}, but didn't allow external spilling; pass allowDiskUse:true to opt in"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exceeding_the_limit_raises_the_stages_own_error() {
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
