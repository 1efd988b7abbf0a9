//! Fuzzes `fuzz::targets::pattern`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::targets::pattern::run(bytes));
