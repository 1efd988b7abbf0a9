//! Memory taken before commands that are likely to need it.

use engine::headroom::{Headroom, reserve};

/// Bytes of a page of WebAssembly memory.
const PAGE: usize = 64 * 1024;
/// Bytes of a command that is likely to be stored for the most part.
const LONG_COMMAND: usize = 1024 * 1024;

/// Takes memory for what a command of so many bytes is likely to store, and ahead whenever all memory has grown.
pub(crate) fn make_room(headroom: &mut Headroom, command: usize) {
    if command > LONG_COMMAND {
        reserve(command + command / 4);
    }
    headroom.hold(pages() * PAGE);
}

#[cfg(target_arch = "wasm32")]
fn pages() -> usize {
    core::arch::wasm32::memory_size::<0>()
}

#[cfg(not(target_arch = "wasm32"))]
fn pages() -> usize {
    0
}
