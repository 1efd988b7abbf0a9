//! Fuzzes `fuzz::targets::filter`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::targets::filter::run(bytes));
