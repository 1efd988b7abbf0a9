//! Fuzzes `fuzz::targets::pipeline`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::targets::pipeline::run(bytes));
