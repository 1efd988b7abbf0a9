//! Memory that is left before the module's memory has to grow.
//!
//! The allocator has memory grow page by page. Each time a browser makes a new buffer of it, and may collect all
//! garbage first: beside much other data, storing 100,000 documents took six times as long as with one step.

use std::hint::black_box;

/// Bytes of a page of WebAssembly memory.
const PAGE: usize = 64 * 1024;
/// Memory grows by this part of itself at least.
const PART: usize = 8;
/// Bytes of a command that is likely to be stored for the most part.
const LONG_COMMAND: usize = 1024 * 1024;

/// Has memory grow in few steps.
#[derive(Debug, Default)]
pub(crate) struct Headroom {
    /// Pages of memory when it was looked at last.
    pages: usize,
}

impl Headroom {
    /// Makes room for what a command of so many bytes is likely to store, and for more whenever memory has grown.
    pub(crate) fn make(&mut self, command: usize) {
        if command > LONG_COMMAND {
            reserve(command + command / 4);
        }
        if pages() != self.pages {
            reserve(self.pages * PAGE / PART);
            self.pages = pages();
        }
    }
}

/// What is allocated and given back at once stays with the allocator.
fn reserve(bytes: usize) {
    drop(black_box(Vec::<u8>::with_capacity(bytes)));
}

#[cfg(target_arch = "wasm32")]
fn pages() -> usize {
    core::arch::wasm32::memory_size::<0>()
}

#[cfg(not(target_arch = "wasm32"))]
fn pages() -> usize {
    0
}
