//! Memory reserved before commands that are likely to need it.

use engine::headroom::{Headroom, reserve};

/// The size of a WebAssembly memory page.
const PAGE: usize = 64 * 1024;
/// The size from which a command is likely to contain mainly documents to store.
const LONG_COMMAND: usize = 1024 * 1024;

/// Reserves memory for the documents of a command of `command` bytes, and headroom whenever memory has
/// grown.
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
