//! Fuzzes `fuzz::targets::position`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::targets::position::run(bytes));
