//! Memory taken ahead of what grows piece by piece.
//!
//! A WebAssembly allocator has memory grow page by page. Each time a browser makes a new buffer of it, and may collect
//! all garbage first: beside much other data, storing 100,000 documents took six times as long as with one step.

use std::hint::black_box;

/// What holds less needs no headroom.
const LEAST: usize = 1024 * 1024;
/// What is taken ahead is this part of what is held.
const PART: usize = 8;

/// The headroom of something that grows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Headroom {
    /// Bytes up to which it may grow before memory is taken again.
    reached: usize,
}

impl Headroom {
    /// Takes memory ahead when more is held than it was taken for.
    #[inline]
    pub fn hold(&mut self, bytes: usize) {
        if bytes > LEAST && bytes > self.reached {
            reserve(bytes / PART);
            self.reached = bytes + bytes / PART;
        }
    }
}

/// Has so many bytes of memory be there if there are so many: what is allocated and given back at once stays with the
/// allocator.
pub fn reserve(bytes: usize) {
    let mut room = Vec::<u8>::new();
    // Where that is too much, less may do.
    let _ = room.try_reserve_exact(bytes);
    drop(black_box(room));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_taken_in_few_steps() {
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
