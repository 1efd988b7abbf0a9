//! Fuzzes `fuzz::targets::key`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::targets::key::run(bytes));
