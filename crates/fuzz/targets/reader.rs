//! Fuzzes `fuzz::targets::reader`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::targets::reader::run(bytes));
