//! Fuzzes `fuzz::targets::merge`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::targets::merge::run(bytes));
