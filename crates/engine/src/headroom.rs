//! Memory reserved ahead for data that grows in small steps.
//!
//! The WebAssembly allocator grows memory page by page. For each growth a browser creates a new buffer,
//! possibly after a garbage collection. With much other data, storing 100,000 documents took six times as
//! long as with a single growth.

use std::hint::black_box;

/// The size below which no memory is reserved.
const LEAST: usize = 1024 * 1024;
/// The reserved memory is this fraction of the size.
const PART: usize = 8;

/// The headroom of growing data.
#[derive(Clone, Copy, Debug, Default)]
pub struct Headroom {
    /// The size up to which memory is reserved.
    reached: usize,
}

impl Headroom {
    /// Reserves more memory if `bytes` exceeds the reserved size.
    #[inline]
    pub fn hold(&mut self, bytes: usize) {
        if bytes > LEAST && bytes > self.reached {
            reserve(bytes / PART);
            self.reached = bytes + bytes / PART;
        }
    }
}

/// Makes the allocator obtain memory, if there is enough. Memory that is allocated and freed stays with the
/// allocator.
pub fn reserve(bytes: usize) {
    let mut room = Vec::<u8>::new();
    // If this fails, smaller allocations may still succeed.
    let _ = room.try_reserve_exact(bytes);
    drop(black_box(room));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_reserved_in_few_steps() {
        let (mut headroom, mut steps) = (Headroom::default(), 0);
        for pages in 0..1024 {
            let before = headroom.reached;
            headroom.hold(pages * 64 * 1024);
            steps += usize::from(headroom.reached > before);
        }
        assert!((10..50).contains(&steps), "{steps}");
        reserve(isize::MAX as usize);
        headroom.hold(0);
        assert!(headroom.reached >= 1023 * 64 * 1024);
    }
}
